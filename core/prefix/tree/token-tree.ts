/**
 * A radix tree over token ids. A value ends at the node where its tokens end, and passes through all nodes above it.
 *
 *   root ── system prompt ──┬── first question, answer      two conversations pass through the trunk,
 *                           └── another question            and one through each branch
 *
 * A prompt splits the node in which it leaves the tree, so all tokens of a node were needed equally often.
 * Source: Zheng et al., SGLang (RadixAttention), arXiv:2312.07104.
 */
export interface TreeNode<Value> {
  readonly parent: TreeNode<Value> | null
  readonly children: ReadonlyMap<number, TreeNode<Value>>
  /** Tokens [from, to) of every value in `through`. */
  readonly tokens: readonly number[]
  readonly from: number
  readonly to: number
  readonly through: ReadonlySet<Value>
  /** Times at which a prompt needed these tokens, ascending. */
  readonly uses: readonly number[]
}

/** Older uses hardly change the estimate of the next one. */
const mostUses = 16

class Node<Value> implements TreeNode<Value> {
  readonly children = new Map<number, Node<Value>>()

  constructor(
    public parent: Node<Value> | null,
    public from: number,
    public tokens: number[],
    readonly through: Set<Value>,
    public uses: readonly number[],
  ) {}

  get to(): number {
    return this.from + this.tokens.length
  }
}

export class TokenTree<Value> {
  private readonly top = new Node<Value>(null, 0, [], new Set(), [])
  private readonly ends = new Map<Value, Node<Value>>()

  get root(): TreeNode<Value> {
    return this.top
  }

  get values(): ReadonlySet<Value> {
    return this.top.through
  }

  lengthOf(value: Value): number {
    return this.endOf(value).to
  }

  tokensOf(value: Value): number[] {
    return this.pathOf(value).flatMap(({ tokens }) => tokens)
  }

  /** From the first token to the last, without the root. */
  pathOf(value: Value): TreeNode<Value>[] {
    const path: TreeNode<Value>[] = []
    for (let node = this.endOf(value); node.parent; node = node.parent) path.push(node)
    return path.reverse()
  }

  /** How many tokens each value has in common with `tokens`. Leaves out values that differ in the first token. */
  matches(tokens: readonly number[]): Map<Value, number> {
    const found = new Map<Value, number>()
    for (const { node, common } of this.walk(tokens).reverse())
      for (const value of node.through) if (!found.has(value)) found.set(value, common)
    return found
  }

  add(value: Value, tokens: readonly number[], at: number): void {
    if (this.ends.has(value)) throw new Error('Expected a value that is not in the tree yet')
    this.top.through.add(value)
    this.ends.set(value, this.top)
    this.extend(value, tokens, at)
  }

  extend(value: Value, tokens: readonly number[], at: number): void {
    const end = this.endOf(value)
    if (end.parent && end.through.size === 1 && end.uses.length <= 1) {
      for (const token of tokens) end.tokens.push(token)
      return
    }
    const grown = this.grow(end, tokens, at)
    for (let node = grown; node !== end; node = node.parent as Node<Value>) node.through.add(value)
    this.ends.set(value, grown)
  }

  /** Keeps the first `length` tokens. */
  cut(value: Value, length: number): void {
    const kept = this.splitAt(value, length)
    this.leave(value, kept)
    this.ends.set(value, kept)
  }

  remove(value: Value): void {
    this.leave(value, null)
    this.ends.delete(value)
  }

  /** Returns the node that ends after the value's first `length` tokens. */
  splitAt(value: Value, length: number): Node<Value> {
    let node = this.endOf(value)
    if (length < 0 || length > node.to) throw new Error(`Expected a length up to ${node.to}, got ${length}`)
    while (node.from >= length && node.parent) node = node.parent
    return length === node.to ? node : this.split(node, length - node.from)
  }

  use(tokens: readonly number[], at: number): void {
    for (const { node, common } of this.walk(tokens)) {
      const used = common === node.to ? node : this.split(node, common - node.from)
      used.uses = [...used.uses, at].slice(-mostUses)
    }
  }

  private walk(tokens: readonly number[]): { readonly node: Node<Value>; readonly common: number }[] {
    const steps: { node: Node<Value>; common: number }[] = []
    for (let node = this.top; ; ) {
      const child = node.children.get(tokens[node.to] as number)
      if (!child) return steps
      const common = child.from + sharedLength(child.tokens, tokens, child.from)
      steps.push({ node: child, common })
      if (common < child.to) return steps
      node = child
    }
  }

  /** Follows `tokens` from the end of `node`, and adds what the tree doesn't have. Returns the node where they end. */
  private grow(from: Node<Value>, tokens: readonly number[], at: number): Node<Value> {
    let node = from
    for (let next = 0; next < tokens.length; ) {
      const child = node.children.get(tokens[next] as number)
      if (!child) {
        const leaf = new Node<Value>(node, node.to, tokens.slice(next), new Set(), [at])
        node.children.set(tokens[next] as number, leaf)
        return leaf
      }
      const shared = sharedLength(child.tokens, tokens, next)
      node = shared === child.tokens.length ? child : this.split(child, shared)
      next += shared
    }
    return node
  }

  /** Returns a new node with the first `length` tokens. `node` keeps the rest, so values still end there. */
  private split(node: Node<Value>, length: number): Node<Value> {
    const { parent, from, tokens, through, uses } = node
    const first = new Node(parent, from, tokens.slice(0, length), new Set(through), uses)
    parent?.children.set(first.tokens[0] as number, first)
    node.parent = first
    node.from = first.to
    node.tokens = tokens.slice(length)
    first.children.set(node.tokens[0] as number, node)
    return first
  }

  /** Takes the value out of the nodes below `kept`, and drops the nodes that no value needs. */
  private leave(value: Value, kept: Node<Value> | null): void {
    for (let node: Node<Value> | null = this.endOf(value); node && node !== kept; node = node.parent) {
      node.through.delete(value)
      if (node.through.size === 0) node.parent?.children.delete(node.tokens[0] as number)
    }
  }

  private endOf(value: Value): Node<Value> {
    const end = this.ends.get(value)
    if (!end) throw new Error('Expected a value that is in the tree')
    return end
  }
}

/** How many tokens `left` has in common with what `right` has from `from` on. */
export function sharedLength(left: readonly number[], right: readonly number[], from = 0): number {
  const most = Math.min(left.length, right.length - from)
  let length = 0
  while (length < most && left[length] === right[from + length]) length++
  return length
}
