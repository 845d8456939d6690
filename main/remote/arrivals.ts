import type { AnswerBody } from '../library/network/server-answer'

export interface Arrival {
  readonly bytes: Uint8Array
  /** performance.now() */
  readonly atMs: number
}

/** Reads a body as fast as it arrives, so that `atMs` does not depend on the reader of the arrivals. */
export class Arrivals implements AsyncIterable<Arrival> {
  readonly ended: Promise<void>
  private waiting = new Waiting()
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
        this.waiting.add(bytes, atMs)
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
      this.waiting = new Waiting()
      yield* arrived
      if (!this.waiting.isEmpty) continue
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

/**
 * The bytes that nobody has read yet, copied into one buffer. A load test holds those of all answers: as objects, they would make V8's
 * collector of young objects pause for milliseconds, and tokens that arrive during a pause get a later time.
 */
class Waiting implements Iterable<Arrival> {
  private bytes = Buffer.alloc(0)
  private used = 0
  private readonly ends: number[] = []
  private readonly times: number[] = []

  get isEmpty(): boolean {
    return this.ends.length === 0
  }

  add(bytes: Uint8Array, atMs: number): void {
    const end = this.used + bytes.length
    if (end > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2))
      larger.set(this.bytes.subarray(0, this.used))
      this.bytes = larger
    }
    this.bytes.set(bytes, this.used)
    this.used = end
    this.ends.push(end)
    this.times.push(atMs)
  }

  *[Symbol.iterator](): Generator<Arrival> {
    let start = 0
    for (const [index, end] of this.ends.entries()) {
      yield { bytes: this.bytes.subarray(start, end), atMs: this.times[index] as number }
      start = end
    }
  }
}
