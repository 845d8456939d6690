import { expect, it } from 'vitest'
import { seededRandom } from '../stats/seeded-random'
import { chooseEvictions } from './choose-evictions'
import { everyLength, type Holding, tiers } from './holding'
import { lossOf } from './loss'
import { needOf } from './need'
import { processMs } from './rates'
import { evenRates, holdingWith, range } from './testing/sample-holdings'
import { TokenTree } from './tree/token-tree'

function lossesIn(holdings: readonly (readonly [Partial<Holding>, readonly number[]])[], leaving: readonly string[] = []) {
  const tree = new TokenTree<Holding>()
  const all = holdings.map(([fields, tokens]) => {
    const holding = holdingWith({ tokens: tokens.length, amount: tokens.length, ...fields })
    tree.add(holding, tokens, 0)
    return holding
  })
  const gone = new Set(all.filter(({ id }) => leaving.includes(id)))
  return all.map((holding) => lossOf(holding, tree.pathOf(holding), { rates: evenRates, now: 0, leaving: gone }))
}

it('needOf falls with age, and rises with every use', () => {
  const minute = 60_000
  expect(needOf([], 0)).toBe(0)
  expect(needOf([0], 0)).toBe(1)
  expect(needOf([9 * minute], 0)).toBe(1)
  expect(needOf([0], 9 * minute)).toBeCloseTo(1 / 10)
  expect(needOf([0, 5 * minute], 9 * minute)).toBeCloseTo(1 / 10 + 1 / 5)
})
it('lossOf is the time to process again, without the time to restore', () => {
  const [loss] = lossesIn([[{ tier: 'memory' }, range(0, 100)]])
  expect(loss).toMatchObject({ tokens: 100 })
  expect(loss?.ms).toBeCloseTo(processMs(evenRates, 0, 100) - 1)
  expect(loss?.weightedMs).toBeCloseTo(loss?.ms ?? 0)
})
it('lossOf counts a shared trunk only in the last holding that has it', () => {
  const branches = [
    [{ id: 'one', tier: 'memory' }, [...range(0, 100), 1000]],
    [{ id: 'two', tier: 'memory' }, [...range(0, 100), 2000, 2001]],
  ] as const
  expect(lossesIn(branches).map(({ tokens }) => tokens)).toEqual([1, 2])
  expect(lossesIn(branches, ['one'])[1]?.tokens).toBe(102)
})
it('lossOf counts copies in faster tiers as lost, and copies in more durable tiers as slower', () => {
  const [sequence, file] = lossesIn([
    [{ id: 'sequence' }, range(0, 100)],
    [{ id: 'file', tier: 'disk' }, range(0, 100)],
  ])
  expect(sequence).toMatchObject({ tokens: 0, ms: 0 })
  expect(file).toMatchObject({ tokens: 100 })
  const [fast] = lossesIn([
    [{ id: 'copy', tier: 'memory' }, range(0, 100)],
    [{ id: 'file', tier: 'disk' }, range(0, 100)],
  ])
  expect(fast?.tokens).toBe(0)
  expect(fast?.ms).toBeCloseTo(10 - 1)
})
it('lossOf counts the tokens between checkpoints only if a prompt needs the later one', () => {
  const usable = { cutFrom: Number.POSITIVE_INFINITY, stops: [60] }
  const tree = new TokenTree<Holding>()
  const state = holdingWith({ usable })
  tree.add(state, range(0, 100), 0)
  tree.splitAt(state, 60)
  tree.use(range(0, 80), 0)
  const lossAt = () =>
    lossOf(state, tree.pathOf(state), { rates: { ...evenRates, copy: { startMs: 0, msPerCell: 0 } }, now: 0, leaving: new Set() })
  // Two prompts needed tokens 0 to 60, and one needed all 100.
  expect(lossAt()).toEqual({ tokens: 100, ms: 100, weightedMs: 60 * 2 + 40 })
})
it('chooseEvictions frees enough with the least worth per byte', () => {
  const holding = (id: string, amount: number, usedAtMs = 0) => holdingWith({ id, amount, usedAtMs })
  const worth = new Map([
    ['large', 100],
    ['small', 30],
    ['old', 10],
  ])
  const choose = (amount: number, places = 0) =>
    chooseEvictions(
      [holding('large', 100), holding('small', 10), holding('old', 10)],
      { amount, places },
      ({ id }) => worth.get(id) ?? 0,
    )?.map(({ id }) => id)
  expect(choose(0)).toEqual([])
  expect(choose(10)).toEqual(['large'])
  expect(choose(105)).toEqual(['large', 'old'])
  expect(choose(120)).toEqual(['large', 'old', 'small'])
  expect(choose(121)).toBeUndefined()
  expect(choose(0, 1)).toEqual(['old'])
})
it('chooseEvictions spares the small ones that a large one makes unnecessary', () => {
  const candidates = [holdingWith({ id: 'small', amount: 10 }), holdingWith({ id: 'large', amount: 100 })]
  expect(chooseEvictions(candidates, { amount: 50, places: 0 }, ({ amount }) => amount * amount)).toEqual([candidates[1]])
})
it('lossOf never falls when more holdings leave, so chooseEvictions does not have to ask for every worth again', () => {
  const random = seededRandom(1)
  const below = (end: number) => Math.floor(random() * end)
  for (let round = 0; round < 500; round++) {
    const tree = new TokenTree<Holding>()
    const holdings = Array.from({ length: 6 }, (_, index) => {
      const tokens = Array.from({ length: 1 + below(12) }, () => below(2))
      const stops = [1 + below(tokens.length)]
      const usable = below(2) === 0 ? everyLength : { cutFrom: Number.POSITIVE_INFINITY, stops }
      const amount = tokens.length * (1 + below(200))
      const holding = holdingWith({ id: `${index}`, tier: tiers[below(3)] ?? 'disk', tokens: tokens.length, amount, usable })
      tree.add(holding, tokens, 0)
      for (const stop of usable.stops) tree.splitAt(holding, stop)
      tree.use(
        Array.from({ length: below(12) }, () => below(2)),
        below(1000),
      )
      return holding
    })
    const worthOf = (holding: Holding, leaving: ReadonlySet<Holding>) =>
      lossOf(holding, tree.pathOf(holding), { rates: evenRates, now: 1000, leaving }).weightedMs
    const leaving = new Set<Holding>()
    const before = new Map<Holding, number>()
    for (const next of holdings) {
      for (const holding of holdings.filter((one) => !leaving.has(one))) {
        const worth = worthOf(holding, leaving)
        expect(worth, `round ${round}`).toBeGreaterThanOrEqual(before.get(holding) ?? 0)
        before.set(holding, worth)
      }
      leaving.add(next)
    }
  }
})
