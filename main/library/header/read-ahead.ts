/** Results keep the order of `items`. If the consumer stops early, pending `work` continues. */
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
