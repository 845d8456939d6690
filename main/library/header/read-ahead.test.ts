import { expect, it } from 'vitest'
import { readAhead } from './read-ahead'

const later = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : new Promise<void>(setImmediate).then(() => later(turns - 1))
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

it('readAhead returns results in order, and runs a limited number of jobs at the same time', async () => {
  let underWay = 0
  let most = 0
  const work = async (turns: number) => {
    most = Math.max(most, ++underWay)
    await later(turns)
    underWay--
    return turns
  }
  expect(await collect(readAhead([5, 0, 3, 1, 2, 0], 3, work))).toEqual([5, 0, 3, 1, 2, 0])
  expect(most).toBe(3)
  expect(await collect(readAhead([], 3, work))).toEqual([])
})

it('readAhead throws a failed job’s error after the results of earlier jobs, and starts no more jobs', async () => {
  const begun: number[] = []
  const seen: number[] = []
  const work = async (item: number) => {
    begun.push(item)
    if (item >= 2) throw new Error(`item ${item}`)
    return item
  }
  const run = async () => {
    for await (const item of readAhead([1, 2, 3, 4, 5], 2, work)) seen.push(item)
  }
  await expect(run()).rejects.toThrow('item 2')
  expect(seen).toEqual([1])
  expect(begun).toEqual([1, 2, 3])
})

it('readAhead can be stopped at any time, and ignores later failures', async () => {
  for await (const item of readAhead([1, 2, 3], 3, async (number) => {
    if (number > 1) throw new Error('late')
    return number
  })) {
    expect(item).toBe(1)
    break
  }
  await later(3)
})
