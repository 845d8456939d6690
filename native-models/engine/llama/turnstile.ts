/** Runs one job at a time, in order of arrival: a llama.cpp context allows one caller at once. */
export class Turnstile {
  private last: Promise<unknown> = Promise.resolve()

  pass<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work)
    this.last = result.catch(() => {})
    return result
  }
}
