import { expect, it } from 'vitest'
import { treeLayout } from './tree-layout'

const node = (parent: number | null, from: number, to: number, prefixIds: string[]) => ({ parent, from, to, firstWords: '', prefixIds })
/** A trunk of 100 tokens with two branches, one of which two tiers hold. */
const nodes = [node(null, 0, 100, ['a', 'b', 'b on disk']), node(0, 100, 400, ['a']), node(0, 100, 225, ['b', 'b on disk'])]

it('treeLayout makes x grow with the square root of the tokens', () => {
  expect(treeLayout(nodes, 200).nodes.map(({ x, width }) => [x, width])).toEqual([
    [0, 100],
    [100, 100],
    [100, 50],
  ])
})
it('treeLayout makes a trunk as thick as its copies, between its branches, which do not overlap', () => {
  const [trunk, first, second] = treeLayout(nodes, 200).nodes
  if (!trunk || !first || !second) throw new Error('Expected three nodes')
  expect([trunk, first, second].map(({ height }) => height)).toEqual([24, 8, 16])
  expect(first.y + first.height).toBeLessThan(second.y)
  const middle = ({ y, height }: typeof trunk) => y + height / 2
  expect(middle(trunk)).toBeCloseTo((middle(first) + middle(second)) / 2)
})
it('treeLayout draws one strand per prefix, in an order in which none cross', () => {
  const { strands } = treeLayout(nodes, 200)
  expect(strands.map(({ prefixId }) => prefixId)).toEqual(['a', 'b', 'b on disk'])
  const starts = strands.map(({ path }) => Number(/^M0 ([\d.]+)/.exec(path)?.[1]))
  expect(starts).toEqual([...starts].sort((left, right) => left - right))
  expect(strands.every(({ path }) => path.includes('C'))).toBe(true)
})
it('treeLayout gives a prefix that ends in a trunk its own strand', () => {
  const { strands } = treeLayout([node(null, 0, 50, ['short', 'long']), node(0, 50, 90, ['long'])], 100)
  expect(strands.find(({ prefixId }) => prefixId === 'short')?.path).not.toContain('C')
})
