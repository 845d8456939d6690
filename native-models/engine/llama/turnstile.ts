/** Lets one through at a time, in order of arrival: llama.cpp's context belongs to one caller at once. */
export class Turnstile {
  private last: Promise<unknown> = Promise.resolve()

  pass<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work)
    this.last = result.catch(() => {})
    return result
  }
}
