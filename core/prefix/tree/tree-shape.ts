import type { TreeNode } from './token-tree'

export interface ShapeNode<Value> {
  /** An index of the list. null at the first token. */
  readonly parent: number | null
  readonly from: number
  readonly to: number
  readonly values: readonly Value[]
}

/**
 * The tree for display: a node ends only where values end or differ. The tree itself also splits nodes at checkpoints and where prompts
 * ended. Parents come before their children.
 */
export function treeShape<Value>(root: TreeNode<Value>, isShown: (value: Value) => boolean = () => true): ShapeNode<Value>[] {
  const shape: ShapeNode<Value>[] = []
  const shownOf = ({ through }: TreeNode<Value>) => [...through].filter(isShown)
  const shownChildren = ({ children }: TreeNode<Value>) => [...children.values()].filter((child) => shownOf(child).length > 0)
  const add = (first: TreeNode<Value>, parent: number | null) => {
    const values = shownOf(first)
    let last = first
    let children = shownChildren(last)
    while (children.length === 1 && children[0] && shownOf(children[0]).length === values.length) {
      last = children[0]
      children = shownChildren(last)
    }
    const index = shape.push({ parent, from: first.from, to: last.to, values }) - 1
    for (const child of children) add(child, index)
  }
  for (const child of shownChildren(root)) add(child, null)
  return shape
}
