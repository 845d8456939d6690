import { expect, it } from 'vitest'
import { type Arrival, Arrivals } from './arrivals'

const part = (index: number): Buffer => Buffer.from(`${index} `.repeat((index * 7) % 50))

it('keeps the bytes, the parts and the times of what arrives before it is read', async () => {
  const taken: number[] = []
  const before = performance.now()
  const arrivals = new Arrivals(
    {
      each: async (take) => {
        for (let index = 0; index < 400; index++) {
          take(part(index))
          taken.push(performance.now())
        }
      },
    },
    () => {},
  )
  await arrivals.ended
  const read: Arrival[] = []
  for await (const arrival of arrivals) read.push(arrival)
  expect(read.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(taken.map((_, index) => part(index).toString()))
  for (const [index, { atMs }] of read.entries()) {
    expect(atMs).toBeGreaterThanOrEqual(index === 0 ? before : (read[index - 1] as Arrival).atMs)
    expect(atMs).toBeLessThanOrEqual(taken[index] as number)
  }
})

it('leaves the bytes that a reader has unchanged when more arrive', async () => {
  let more = (_bytes: Buffer) => {}
  let end = () => {}
  const arrivals = new Arrivals(
    {
      each: (take) => {
        more = take
        return new Promise<void>((resolve) => {
          end = resolve
        })
      },
    },
    () => {},
  )
  const reader = arrivals[Symbol.asyncIterator]()
  const next = async () => (await reader.next()).value as Arrival
  more(Buffer.from('one'))
  const first = await next()
  more(Buffer.from('two'))
  more(Buffer.from('three'))
  const [second, third] = [await next(), await next()]
  end()
  expect([first, second, third].map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['one', 'two', 'three'])
  expect((await reader.next()).done).toBe(true)
})
