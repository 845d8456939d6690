/** The items of all streams as they arrive, each with the number of its stream. Ends all streams if the consumer leaves or one fails. */
export async function* merged<Item>(streams: readonly AsyncIterable<Item>[]): AsyncGenerator<readonly [stream: number, item: Item], void> {
  const iterators = streams.map((stream) => stream[Symbol.asyncIterator]())
  const next = async (stream: number) => ({ stream, result: await (iterators[stream] as AsyncIterator<Item>).next() })
  const pending = new Map(iterators.map((_, stream) => [stream, next(stream)]))
  try {
    while (pending.size > 0) {
      const { stream, result } = await Promise.race(pending.values())
      if (result.done) pending.delete(stream)
      else {
        yield [stream, result.value]
        pending.set(stream, next(stream))
      }
    }
  } finally {
    for (const read of pending.values()) read.catch(() => {})
    await Promise.all([...pending.keys()].map((stream) => iterators[stream]?.return?.()))
  }
}
