import type { LlamaContextSequence } from 'node-llama-cpp'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { OverflowReport, OverflowRequest } from '../../../core/contract/settings/overflow'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { type FittedPrompt, fitPrompt, makeRoom } from '../../../core/overflow/fit-prompt'
import { type Gap, gapTokens } from '../../../core/overflow/gaps'
import { messageRanges } from '../../../core/overflow/message-ranges'
import { overflowProblem } from '../../../core/overflow/overflow-problem'
import { type MessageRange, messagesIn } from '../../../core/overflow/plan-overflow'
import type { TurnLog } from '../../process/turn-log'
import { type ContextInMemory, usableCells } from '../context/create-context'
import type { PromptText } from '../prompt/prompt-text'
import { cutTo } from '../sequences/checkpoints'
import { reusablePrefix } from '../sequences/reusable-prefix'
import type { SequenceRecord } from '../sequences/sequence-record'
import { eraseCells } from './erase-cells'

export interface Room {
  readonly sequence: LlamaContextSequence
  readonly record: SequenceRecord
  readonly context: ContextInMemory
  readonly limitTokens: number
}

export class Overflow {
  private readonly request: OverflowRequest
  private readonly canShift: boolean
  private ranges: readonly MessageRange[] = []
  private droppedTokens = 0
  private repeatedTokens = 0
  private gone: readonly number[] = []

  /** Throws `overflow-refused`, `overflow-no-room`. */
  constructor(
    request: OverflowRequest | undefined,
    private readonly room: Room,
  ) {
    const { report } = room.context
    this.request = request ?? { ...defaultOverflow, pinned: [] }
    this.canShift = !report.shiftRefusal
    const problem = overflowProblem(this.request, report)
    if (problem) throw new CodedError(problem)
  }

  /** The tokens in the sequence and those evicted from it, in order. */
  get heldText(): number[] {
    return this.room.record.leftOut.weave(this.room.sequence.contextTokens)
  }

  /** Throws `prompt-too-long`. */
  async fit(prompt: PromptText, commonText: number, messages: readonly PromptMessage[]): Promise<FittedPrompt> {
    const { request, canShift } = this
    const text = prompt.tokens
    const { sequence, record, context, limitTokens } = this.room
    const isLimitOfRequest = limitTokens < usableCells(context)
    const heldGaps = record.leftOut.gaps
    this.ranges = request.policy === 'stop' ? [] : messageRanges(prompt.spans, messages)
    this.gone = messagesIn(heldGaps, this.ranges)
    const fitted = fitPrompt({
      request,
      ranges: this.ranges,
      textTokens: text.length,
      limitTokens,
      newestFrom: this.newestFrom ?? text.length,
      heldGaps,
      commonText,
      canShift,
    })
    if (!fitted) throw coded('prompt-too-long', { promptTokens: text.length, contextTokens: limitTokens, isLimitOfRequest })
    record.runsOf(sequence.nextTokenIndex)
    record.runsOf(await cutTo(sequence, reusablePrefix(sequence, fitted.keepCells)))
    await this.erase(fitted.erase)
    this.leave(text, fitted.gaps, gapTokens(fitted.added))
    return fitted
  }

  async makeRoom(log: TurnLog): Promise<boolean> {
    const { request, ranges } = this
    const { record, limitTokens } = this.room
    if (request.policy === 'stop' || !this.canShift) return false
    const text = this.heldText
    // With `sink-recency`, an answer may lose its start.
    const newestFrom = (request.policy === 'drop-oldest' ? this.newestFrom : undefined) ?? text.length
    const question = { request, ranges, textTokens: text.length, gaps: record.leftOut.gaps, newestFrom }
    const room = makeRoom({ ...question, limitTokens: limitTokens - 1 })
    if (!room) return false
    await this.erase(room.erase)
    this.leave(text, room.gaps, room.tokens)
    log.mark('evicted', room.tokens)
    return true
  }

  fork(sequence: LlamaContextSequence, record: SequenceRecord): Overflow {
    const fork = new Overflow(this.request, { ...this.room, sequence, record })
    fork.ranges = this.ranges
    fork.gone = this.gone
    fork.droppedTokens = this.droppedTokens
    fork.repeatedTokens = this.repeatedTokens
    return fork
  }

  /** In positions of the conversation's text. */
  get gaps(): Gap[] {
    return this.room.record.leftOut.gaps
  }

  private get newestFrom(): number | undefined {
    return this.ranges.findLast(({ role }) => role === 'user')?.from
  }

  get report(): OverflowReport | undefined {
    if (this.droppedTokens === 0) return undefined
    const { gaps } = this.room.record.leftOut
    return {
      policy: this.request.policy,
      messages: messagesIn(gaps, this.ranges).filter((message) => !this.gone.includes(message)),
      droppedTokens: this.droppedTokens,
      leftOutTokens: gapTokens(gaps),
      ...(this.repeatedTokens > 0 ? { repeatedTokens: this.repeatedTokens } : {}),
    }
  }

  private async erase(cells: readonly Gap[]): Promise<void> {
    if (cells.length === 0) return
    const { sequence, record, context } = this.room
    const held = sequence.nextTokenIndex
    const repeated = await eraseCells(sequence, cells, context.internals)
    if (repeated > 0) record.renew()
    else record.leave(held, cells)
    this.repeatedTokens += repeated
  }

  private leave(text: readonly number[], gaps: readonly Gap[], tokens: number): void {
    this.room.record.leftOut.leave(text, gaps)
    this.droppedTokens += tokens
  }
}
