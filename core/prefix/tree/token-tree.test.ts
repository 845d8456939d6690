import { expect, it } from 'vitest'
import { seededRandom } from '../../stats/seeded-random'
import { TokenTree, type TreeNode } from './token-tree'

const common = (left: readonly number[], right: readonly number[]): number => {
  let length = 0
  while (length < Math.min(left.length, right.length) && left[length] === right[length]) length++
  return length
}

function treeOf(texts: Readonly<Record<string, readonly number[]>>): TokenTree<string> {
  const tree = new TokenTree<string>()
  for (const [value, tokens] of Object.entries(texts)) tree.add(value, tokens, 0)
  return tree
}

const nodesOf = (node: TreeNode<string>): TreeNode<string>[] => [node, ...[...node.children.values()].flatMap(nodesOf)]

it('keeps a shared prefix once', () => {
  const tree = treeOf({ one: [1, 2, 3, 4], two: [1, 2, 5], three: [1, 2] })
  expect(nodesOf(tree.root).map(({ tokens, through }) => [tokens, [...through]])).toEqual([
    [[], ['one', 'two', 'three']],
    [
      [1, 2],
      ['one', 'two', 'three'],
    ],
    [[3, 4], ['one']],
    [[5], ['two']],
  ])
  expect([...tree.matches([1, 2, 3, 9])]).toEqual([
    ['one', 3],
    ['two', 2],
    ['three', 2],
  ])
})
it('notes a use for the tokens that the prompt needed, and for no others', () => {
  const tree = treeOf({ one: [1, 2, 3, 4] })
  tree.use([1, 2, 9], 5)
  tree.use([1, 2, 3, 4, 5], 7)
  expect(tree.pathOf('one').map(({ tokens, uses }) => [tokens, uses])).toEqual([
    [
      [1, 2],
      [0, 5, 7],
    ],
    [
      [3, 4],
      [0, 7],
    ],
  ])
  tree.extend('one', [6], 7)
  expect(tree.pathOf('one').at(-1)).toMatchObject({ tokens: [6], uses: [7] })
})
it('keeps the last 16 uses', () => {
  const tree = treeOf({ one: [1] })
  for (let at = 1; at <= 20; at++) tree.use([1], at)
  expect(tree.pathOf('one')[0]?.uses).toEqual(Array.from({ length: 16 }, (_, index) => index + 5))
})
it('agrees with a list of all token lists, whatever is added, extended, cut and removed', () => {
  const random = seededRandom(1)
  const below = (end: number) => Math.floor(random() * end)
  const tokens = (most: number) => Array.from({ length: below(most) }, () => below(2))
  for (let round = 0; round < 300; round++) {
    const tree = new TokenTree<string>()
    const list = new Map<string, number[]>()
    for (let step = 0; step < 40; step++) {
      const [value, held] = [...list][below(list.size)] ?? []
      const action = below(6)
      if (action < 2 || value === undefined || held === undefined) {
        const added = tokens(12)
        tree.add(`${step}`, added, step)
        list.set(`${step}`, added)
      } else if (action === 2) {
        const more = tokens(5)
        tree.extend(value, more, step)
        held.push(...more)
      } else if (action === 3) {
        held.length = below(held.length + 1)
        tree.cut(value, held.length)
      } else if (action === 4) {
        tree.remove(value)
        list.delete(value)
      } else tree.use(tokens(12), step)
      const prompt = tokens(12)
      expect(differencesOf(tree, list, prompt), `round ${round}, step ${step}`).toEqual([])
    }
    for (const value of list.keys()) tree.remove(value)
    expect(nodesOf(tree.root)).toHaveLength(1)
  }
})

function differencesOf(tree: TokenTree<string>, list: ReadonlyMap<string, readonly number[]>, prompt: readonly number[]): string[] {
  const differences: string[] = []
  const matches = tree.matches(prompt)
  for (const [value, held] of list) {
    if ((matches.get(value) ?? 0) !== common(held, prompt)) differences.push(`match of ${value}`)
    if (tree.tokensOf(value).join() !== held.join() || tree.lengthOf(value) !== held.length) differences.push(`tokens of ${value}`)
  }
  const paths = new Map([...list.keys()].map((value) => [value, new Set<unknown>(tree.pathOf(value))]))
  for (const node of nodesOf(tree.root)) {
    const through = [...paths].filter(([, path]) => node === tree.root || path.has(node)).map(([value]) => value)
    if (through.sort().join() !== [...node.through].sort().join()) differences.push(`values through ${node.from} to ${node.to}`)
    if (node !== tree.root && (node.tokens.length === 0 || node.through.size === 0)) differences.push(`an empty node at ${node.from}`)
  }
  return differences
}
