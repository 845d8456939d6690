import { describe, expect, it } from 'vitest'
import { follow, frameMs } from './follow'
import { CreditLedgers, windowItems } from './pacing'

interface Input {
  readonly streamId: string
  readonly everyMs: number
  readonly upTo: number
  readonly window?: number
}

class Counting {
  readonly inputs: Input[] = []
  made = 0
  grants = 0
  signal: AbortSignal | undefined
  private readonly ledgers = new CreditLedgers()

  get open(): number {
    return this.ledgers.open
  }

  readonly count = async (input: Input, { signal }: { readonly signal?: AbortSignal }): Promise<AsyncIterable<number>> => {
    this.inputs.push(input)
    this.signal = signal
    return this.ledgers.pace(input.streamId, signal, async () => (this.made < input.upTo ? ++this.made : undefined), input.window)
  }
  grant({ streamId, received }: { readonly streamId: string; readonly received: number }): Promise<void> {
    this.grants++
    this.ledgers.grant(streamId, received)
    return Promise.resolve()
  }
}

describe('follow', () => {
  it('grants credit once per half window', async () => {
    const client = new Counting()
    const read: number[] = []
    for await (const item of follow(client, client.count, { upTo: 200, window: 16 })) {
      read.push(item)
      if (read.length % 20 === 0) await new Promise(setImmediate)
      expect(client.made - read.length).toBeLessThanOrEqual(16)
    }
    expect(read).toHaveLength(200)
    expect(client.grants).toBe(25)
  })
  it('grants credit as fast as the consumer reads, and no faster', async () => {
    const client = new Counting()
    const read: number[] = []
    for await (const item of follow(client, client.count, { upTo: 200 })) {
      read.push(item)
      if (read.length % 20 === 0) await new Promise(setImmediate)
      expect(client.made - read.length).toBeLessThanOrEqual(windowItems)
    }
    expect(read).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
    expect(client.open).toBe(0)
  })
  it('starts a stream, with its own id, only when the stream is read', async () => {
    const client = new Counting()
    const first = follow(client, client.count, { upTo: 1 })
    const second = follow(client, client.count, { upTo: 1 })
    expect(client.inputs).toEqual([])
    await first.next()
    await second.next()
    expect(new Set(client.inputs.map(({ streamId }) => streamId)).size).toBe(2)
  })
  it('asks for one update per frame unless the caller sets another pace', async () => {
    const client = new Counting()
    await follow(client, client.count, { upTo: 1 }).next()
    await follow(client, client.count, { upTo: 1, everyMs: 500 }).next()
    expect(client.inputs.map(({ everyMs }) => everyMs)).toEqual([frameMs, 500])
  })
  it('ends the stream when the consumer stops reading', async () => {
    const client = new Counting()
    for await (const _ of follow(client, client.count, { upTo: 200 })) break
    expect(client.made).toBe(1)
    expect(client.open).toBe(0)
  })
  it('ends the stream when the signal aborts', async () => {
    const client = new Counting()
    const leaving = new AbortController()
    for await (const item of follow(client, client.count, { upTo: 200 }, leaving.signal)) if (item === 3) leaving.abort()
    expect(client.made).toBeLessThan(200)
    expect(client.open).toBe(0)
  })
  it('throws the error of a stream that does not start or that fails later', async () => {
    const client = new Counting()
    const broken = () => Promise.reject(new Error('no such turn'))
    await expect(follow(client, broken, {}).next()).rejects.toThrow('no such turn')
    async function* dying() {
      yield 1
      throw new Error('the engine died')
    }
    const stream = follow(client, async () => dying(), {})
    expect((await stream.next()).value).toBe(1)
    await expect(stream.next()).rejects.toThrow('the engine died')
  })
  it('ignores a failed grant, because the stream itself reports why the connection is gone', async () => {
    const client = { grant: () => Promise.reject(new Error('closed')) }
    async function* items() {
      yield 1
      yield 2
    }
    const read: number[] = []
    for await (const item of follow(client, async () => items(), {})) read.push(item)
    expect(read).toEqual([1, 2])
  })
})
