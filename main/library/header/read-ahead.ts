/**
 * The results of `work` in the order of `items`, with up to `atOnce` of them under way.
 * When the reader stops early, what is under way is for `work` to stop.
 */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = []
  let next = 0
  const begin = () => {
    const item = items[next++]
    if (item === undefined) return
    const result = work(item)
    // It is thrown where it is awaited; nobody may come to await it.
    result.catch(() => undefined)
    underWay.push(result)
  }
  while (next < Math.min(atOnce, items.length)) begin()
  for (let result = underWay.shift(); result; result = underWay.shift()) {
    const value = await result
    begin()
    yield value
  }
}
