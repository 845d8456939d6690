import type { AnswerBody } from '../library/network/server-answer'

export interface Arrival {
  readonly bytes: Uint8Array
  /** performance.now() */
  readonly atMs: number
}

/** Reads a body as fast as it arrives, so that `atMs` does not depend on the reader of the arrivals. */
export class Arrivals implements AsyncIterable<Arrival> {
  readonly ended: Promise<void>
  private waiting: Arrival[] = []
  private end: { readonly error?: unknown } | undefined
  private wake = () => {}

  /** `heard` gets all bytes that have arrived, and can throw. */
  constructor(body: Pick<AnswerBody, 'each'>, heard: (totalBytes: number) => void) {
    this.ended = this.receive(body, heard)
  }

  private async receive(body: Pick<AnswerBody, 'each'>, heard: (totalBytes: number) => void): Promise<void> {
    let totalBytes = 0
    try {
      await body.each((bytes) => {
        const atMs = performance.now()
        totalBytes += bytes.length
        heard(totalBytes)
        this.waiting.push({ bytes, atMs })
        this.wake()
      })
      this.end = {}
    } catch (error) {
      this.end = { error }
    }
    this.wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Arrival> {
    for (;;) {
      const arrived = this.waiting
      this.waiting = []
      yield* arrived
      if (this.waiting.length > 0) continue
      if (this.end) {
        if ('error' in this.end) throw this.end.error
        return
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }
}
