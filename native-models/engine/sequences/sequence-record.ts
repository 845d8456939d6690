import { type CellRuns, leaveRuns, packRuns, resizeRuns } from '../../../core/cells/cell-runs'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { Gap } from '../../../core/overflow/gaps'
import { LeftOut } from './left-out'
import type { SequenceContents } from './sequence-contents'

interface CopiedCells {
  /** The same object in all copies. */
  readonly prefill: object
  readonly tokens: number
}

export class SequenceRecord {
  contents: SequenceContents | undefined
  turnId: string | null = null
  /** Other conversations must not find the cells. */
  isPrivate = false
  readonly leftOut = new LeftOut()
  private runs: CellRuns = []
  private isEvicted = false
  private copied: CopiedCells | undefined

  /** If tokens were left out, the later cells were computed from a different text than their tokens suggest. */
  get isFindable(): boolean {
    return this.contents !== undefined && !this.isPrivate && !this.isEvicted && this.leftOut.gaps.length === 0
  }

  /** Until the next turn begins in the sequence. */
  evict(): void {
    this.isEvicted = true
  }

  runsOf(tokens: number): CellRuns {
    this.runs = resizeRuns(this.runs, tokens)
    return this.runs
  }

  /** Only reused cells of the same conversation stay shared. */
  hold(contents: SequenceContents): void {
    const { copied } = this
    const isSame = contents.conversationId === this.contents?.conversationId
    this.copied = copied && isSame ? { ...copied, tokens: Math.min(copied.tokens, contents.reusedTokens) } : undefined
    this.contents = contents
    this.isEvicted = false
  }

  leave(held: number, ranges: readonly Gap[]): void {
    this.runs = leaveRuns(this.runsOf(held), ranges)
  }

  renew(): void {
    this.runs = []
  }

  copy(from: SequenceRecord, prefill: object, tokens: number): void {
    this.leftOut.copy(from.leftOut)
    this.runs = packRuns(from.runsOf(tokens))
    this.copied = { prefill, tokens }
  }
  copiedTo(prefill: object, tokens: number): void {
    this.copied = { prefill, tokens }
  }

  clear(): void {
    this.contents = undefined
    this.turnId = null
    this.isPrivate = false
    this.isEvicted = false
    this.leftOut.clear()
    this.runs = []
    this.copied = undefined
  }

  sharedWith(all: readonly SequenceRecord[]): CacheSample['shared'] {
    const { copied } = this
    const common = (other: SequenceRecord) =>
      copied && other !== this && other.copied?.prefill === copied.prefill ? Math.min(copied.tokens, other.copied.tokens) : 0
    const tokens = Math.max(0, ...all.map(common))
    return tokens === 0 ? null : { tokens, sequences: [...all.keys()].filter((index) => common(all[index] as SequenceRecord) === tokens) }
  }
}
