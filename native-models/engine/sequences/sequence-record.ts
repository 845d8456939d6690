/** What is known of one sequence of the context beside what llama.cpp knows: whose it is, what its cells hold, and where they lie. */
import { type CellRuns, leaveRuns, packRuns, resizeRuns } from '../../../core/cells/cell-places'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { Gap } from '../../../core/overflow/gaps'
import { LeftOut } from './left-out'
import type { SequenceContents } from './sequence-contents'

/** Cells that were copied from one prefill to several sequences. */
interface CopiedCells {
  /** The same object in each of them. */
  readonly prefill: object
  readonly tokens: number
}

export class SequenceRecord {
  /** undefined before its first turn. */
  contents: SequenceContents | undefined
  /** The last turn on it. */
  turnId: string | null = null
  readonly leftOut = new LeftOut()
  private runs: CellRuns = []
  private copied: CopiedCells | undefined

  /** Which cells its tokens lie in, of which there are so many now. */
  runsOf(tokens: number): CellRuns {
    this.runs = resizeRuns(this.runs, tokens)
    return this.runs
  }

  /** It holds these now. Of what it had in common with others, there is only what it kept, and nothing for another conversation. */
  hold(contents: SequenceContents): void {
    const { copied } = this
    const isSame = contents.conversationId === this.contents?.conversationId
    this.copied = copied && isSame ? { ...copied, tokens: Math.min(copied.tokens, contents.reusedTokens) } : undefined
    this.contents = contents
  }

  /** Tokens leave its cells. `held`: that it has before they do. */
  leave(held: number, ranges: readonly Gap[]): void {
    this.runs = leaveRuns(this.runsOf(held), ranges)
  }

  /** All that it holds was processed anew. */
  renew(): void {
    this.runs = []
  }

  /** The state of another sequence was read into it; `prefill` is the same object for all that have it. */
  copy(from: SequenceRecord, prefill: object, tokens: number): void {
    this.leftOut.copy(from.leftOut)
    this.runs = packRuns(from.runsOf(tokens))
    this.copied = { prefill, tokens }
  }
  /** Others have a copy of its cells. */
  copiedTo(prefill: object, tokens: number): void {
    this.copied = { prefill, tokens }
  }

  /** Its cells are empty, or were read from a file. */
  clear(): void {
    this.contents = undefined
    this.turnId = null
    this.leftOut.clear()
    this.runs = []
    this.copied = undefined
  }

  /** What it has in common with others, by index: with those that have most of it. */
  sharedWith(all: readonly SequenceRecord[]): CacheSample['shared'] {
    const { copied } = this
    const common = (other: SequenceRecord) =>
      copied && other !== this && other.copied?.prefill === copied.prefill ? Math.min(copied.tokens, other.copied.tokens) : 0
    const tokens = Math.max(0, ...all.map(common))
    return tokens === 0 ? null : { tokens, sequences: [...all.keys()].filter((index) => common(all[index] as SequenceRecord) === tokens) }
  }
}
