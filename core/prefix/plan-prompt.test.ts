import { expect, it } from 'vitest'
import { everyLength, type Holding, reach } from './holding'
import { planPrompt, type Way } from './plan-prompt'
import { evenRates, holdingWith } from './testing/sample-holdings'

const asker = { conversationId: 'asker', isPrivate: false }
const recurrent = (...stops: number[]) => ({ cutFrom: Number.POSITIVE_INFINITY, stops })

const waysOf = (holding: Partial<Holding>, commonTokens: number, from = asker) =>
  planPrompt([{ holding: holdingWith(holding), commonTokens }], 201, from, evenRates).ways
const shortOf = ({ kind, reusedTokens, ms }: Way) => [kind, reusedTokens, ms]

it('reach goes to every length of full attention, from the first complete window on, and otherwise to a stop', () => {
  const full = holdingWith({ usable: everyLength })
  const window = holdingWith({ usable: { cutFrom: 80, stops: [20, 50] } })
  const state = holdingWith({ usable: recurrent(20, 50) })
  const lengths = [10, 20, 49, 79, 80, 99, 100, 150]
  expect(lengths.map((length) => reach(full, length))).toEqual([10, 20, 49, 79, 80, 99, 100, 100])
  expect(lengths.map((length) => reach(window, length))).toEqual([0, 20, 20, 50, 80, 99, 100, 100])
  expect(lengths.map((length) => reach(state, length))).toEqual([0, 20, 20, 50, 50, 50, 100, 100])
})
it('reach stays at a stop while a state or a window moves on', () => {
  const lengths = [60, 90, 100]
  const reaches = (holding: Holding) => lengths.map((length) => reach(holding, length))
  expect(reaches(holdingWith({ isGrowing: true }))).toEqual([60, 90, 100])
  expect(reaches(holdingWith({ isGrowing: true, usable: { cutFrom: 80, stops: [50] } }))).toEqual([50, 50, 50])
  expect(reaches(holdingWith({ isGrowing: true, usable: recurrent(50) }))).toEqual([50, 50, 50])
})
it('planPrompt processes everything if nothing fits', () => {
  const { chosen, ways, savedMs } = planPrompt([], 201, asker, evenRates)
  expect(ways).toEqual([chosen])
  expect(chosen).toMatchObject({ kind: 'process', holdingId: null, processedTokens: 201, ms: 201 })
  expect(savedMs).toBe(0)
})
it('planPrompt gives the cost of every way, the cheapest first', () => {
  const matches = [
    { holding: holdingWith({ id: 'file', tier: 'disk', tokens: 150, amount: 150 }), commonTokens: 150 },
    { holding: holdingWith({ id: 'copy', tier: 'memory', tokens: 120, amount: 120 }), commonTokens: 110 },
    { holding: holdingWith({ id: 'sequence', isGrowing: true }), commonTokens: 100 },
  ]
  const { chosen, ways, savedMs } = planPrompt(matches, 201, asker, evenRates)
  expect(ways.map((way) => [way.kind, way.holdingId, way.reusedTokens, way.processedTokens, way.fetchMs, way.processMs])).toEqual([
    ['disk', 'file', 150, 51, 20, 51],
    ['memory', 'copy', 110, 91, 1.2, 91],
    ['copy', 'sequence', 100, 101, 10, 101],
    ['process', null, 0, 201, 0, 201],
  ])
  expect(chosen).toBe(ways[0])
  expect(savedMs).toBe(201 - 71)
})
it('planPrompt processes instead of reading a file if that is faster', () => {
  expect(waysOf({ tier: 'disk', amount: 10_000 }, 100).map(shortOf)).toEqual([
    ['process', 0, 201],
    ['disk', 100, 1106],
  ])
})
it('planPrompt always leaves the last token to process', () => {
  expect(waysOf({ tokens: 300, owner: 'asker' }, 201)[0]).toMatchObject({ kind: 'continue', reusedTokens: 200, erasedTokens: 100 })
})
it('planPrompt continues the own sequence, and says how many tokens that erases', () => {
  const ways = waysOf({ owner: 'asker' }, 60)
  expect(ways.map(shortOf)).toEqual([
    ['continue', 60, 141],
    ['copy', 60, 151],
    ['process', 0, 201],
  ])
  expect(ways[0]?.erasedTokens).toBe(40)
})
it('planPrompt continues the sequence of another conversation only if that erases nothing', () => {
  const kinds = (holding: Partial<Holding>, commonTokens: number, from = asker) =>
    waysOf(holding, commonTokens, from).map(({ kind }) => kind)
  expect(kinds({}, 100)).toEqual(['continue', 'copy', 'process'])
  expect(kinds({}, 99)).toEqual(['copy', 'process'])
  expect(kinds({ usable: recurrent(50) }, 100)).toEqual(['copy', 'process'])
  expect(kinds({ usable: recurrent(50, 100) }, 100)).toEqual(['continue', 'copy', 'process'])
  expect(kinds({}, 100, { conversationId: 'asker', isPrivate: true })).toEqual(['copy', 'process'])
  expect(kinds({ isHeld: true }, 100)).toEqual(['copy', 'process'])
  expect(kinds({ owner: 'asker', isPinned: true }, 99)).toEqual(['copy', 'process'])
})
