/** Simulated cells. Each knows its token, who processed it, and a hash of everything that its keys and values depend on. */
import { everyLength, type Usable } from '../holding'

export const memoryKinds = ['full attention', 'sliding window', 'recurrent state'] as const
export type MemoryKind = (typeof memoryKinds)[number]

export interface Cell {
  readonly token: number
  readonly processedFor: string
  readonly content: number
}

const windowTokens = 4
const mostCheckpoints = 3

const mixed = (before: number, value: number): number => Math.imul(before ^ value, 0x01000193) + 0x9e37 + (before >>> 7)

export const contentBefore = (key: string): number => [...key].reduce((hash, letter) => mixed(hash, letter.charCodeAt(0)), 0x811c9dc5)

/** The content that the cells of these tokens must have. */
export function contentsOf(key: string, tokens: readonly number[]): number[] {
  let content = contentBefore(key)
  return tokens.map((token) => {
    content = mixed(content, token)
    return content
  })
}

export class ShadowMemory {
  cells: Cell[] = []
  private checkpoints: number[] = []
  /** The first cell of the sliding window that is left. */
  private start = 0

  constructor(
    readonly kind: MemoryKind,
    readonly key: string,
  ) {}

  get tokens(): number[] {
    return this.cells.map(({ token }) => token)
  }

  get usable(): Usable {
    if (this.kind === 'full attention') return everyLength
    if (this.kind === 'recurrent state') return { cutFrom: Number.POSITIVE_INFINITY, stops: [...this.checkpoints] }
    return { cutFrom: this.start === 0 ? 1 : this.start + windowTokens, stops: [...this.checkpoints] }
  }

  process(tokens: readonly number[], processedFor: string): void {
    for (const token of tokens) {
      const content = mixed(this.cells.at(-1)?.content ?? contentBefore(this.key), token)
      this.cells.push({ token, processedFor, content })
    }
    if (this.kind === 'sliding window') this.start = Math.max(this.start, this.cells.length - windowTokens - 2)
  }

  takeCheckpoint(): void {
    const at = this.cells.length
    if (this.kind === 'full attention' || at === 0 || this.checkpoints.at(-1) === at) return
    this.checkpoints = [...this.checkpoints, at].slice(-mostCheckpoints)
  }

  /** Throws if this memory has lost what it needs to go back to `length`. */
  cutTo(length: number): void {
    const isThere = length <= this.cells.length && (length === 0 || length === this.cells.length || this.canGoBackTo(length))
    if (!isThere) throw new Error(`A ${this.kind} of ${this.cells.length} tokens cannot go back to ${length}`)
    if (length < this.cells.length) this.start = this.checkpoints.includes(length) ? Math.max(0, length - windowTokens) : this.start
    if (length === 0) this.start = 0
    this.cells.length = length
    this.checkpoints = this.checkpoints.filter((at) => at <= length)
  }

  copy(): ShadowMemory {
    const copy = new ShadowMemory(this.kind, this.key)
    copy.cells = [...this.cells]
    copy.checkpoints = [...this.checkpoints]
    copy.start = this.start
    return copy
  }

  private canGoBackTo(length: number): boolean {
    if (this.kind === 'full attention' || this.checkpoints.includes(length)) return true
    return this.kind === 'sliding window' && this.start <= Math.max(0, length - windowTokens)
  }
}
