export class Emitter<T = void> {
  private readonly listeners = new Set<(value: T) => void>()

  listen(listener: (value: T) => void): () => void {
    // A function that is added twice is called twice.
    const own = (value: T) => listener(value)
    this.listeners.add(own)
    return () => void this.listeners.delete(own)
  }

  /** Calls the listeners in order. A listener's error reaches the caller. */
  emit(value: T): void {
    for (const listener of [...this.listeners]) listener(value)
  }
}
