import { describe, expect, it } from 'vitest'
import { TokenTree } from './token-tree'
import { treeShape } from './tree-shape'

const run = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

/** Two conversations with the same system prompt of 10 tokens, and one with another first token. */
function threeConversations(): TokenTree<string> {
  const tree = new TokenTree<string>()
  tree.add('a', [...run(0, 10), ...run(100, 5)], 0)
  tree.add('b', [...run(0, 10), ...run(200, 3)], 1)
  tree.add('c', run(300, 4), 2)
  return tree
}

describe('treeShape', () => {
  it('has a trunk for the tokens that values share, and a branch for the rest of each value', () => {
    expect(treeShape(threeConversations().root)).toEqual([
      { parent: null, from: 0, to: 10, values: ['a', 'b'] },
      { parent: 0, from: 10, to: 15, values: ['a'] },
      { parent: 0, from: 10, to: 13, values: ['b'] },
      { parent: null, from: 0, to: 4, values: ['c'] },
    ])
  })
  it('does not end a node at a checkpoint or where a prompt ended', () => {
    const tree = threeConversations()
    tree.splitAt('a', 4)
    tree.use([...run(0, 10), ...run(100, 2)], 3)
    expect(treeShape(tree.root)).toEqual(treeShape(threeConversations().root))
  })
  it('ends a node where a value ends that another one continues', () => {
    const tree = new TokenTree<string>()
    tree.add('trunk', run(0, 6), 0)
    tree.add('branch', run(0, 8), 0)
    expect(treeShape(tree.root)).toEqual([
      { parent: null, from: 0, to: 6, values: ['trunk', 'branch'] },
      { parent: 0, from: 6, to: 8, values: ['branch'] },
    ])
  })
  it('leaves out values that are not shown, as if they were not in the tree', () => {
    expect(treeShape(threeConversations().root, (value) => value !== 'b')).toEqual([
      { parent: null, from: 0, to: 15, values: ['a'] },
      { parent: null, from: 0, to: 4, values: ['c'] },
    ])
  })
})
