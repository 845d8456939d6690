export class SerialQueue {
  private last: Promise<void> = Promise.resolve()

  /** A job that fails does not stop the next one. */
  async run<T>(job: () => T | Promise<T>): Promise<T> {
    const before = this.last
    let end = () => {}
    this.last = new Promise((resolve) => {
      end = resolve
    })
    await before
    try {
      return await job()
    } finally {
      end()
    }
  }
}
