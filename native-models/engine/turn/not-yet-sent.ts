/** What an unsent prompt would find in the cache, and what an overflow policy would do. Evaluates nothing. */
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { ForeseenTurn, ForeseeRequest, PromptMessage } from '../../../core/contract/chat/turn'
import { CodedError } from '../../../core/contract/errors/coded-error'
import type { OverflowRehearsal, OverflowRequest } from '../../../core/contract/settings/overflow'
import { cellOf } from '../../../core/overflow/gaps'
import { messageRanges } from '../../../core/overflow/message-ranges'
import { overflowProblem } from '../../../core/overflow/overflow-problem'
import { rehearse } from '../../../core/overflow/rehearse'
import { keptOnDisk } from '../../../core/reuse/foresee'
import type { TokenCounter } from '../../../core/text/token-counter'
import type { ModelInMemory } from '../llama/load-model'
import { countedSpans, foreseeTurn } from '../reuse/foresee-turn'
import type { TurnMemory } from '../reuse/turn-memory'
import { reusablePrefix } from '../sequences/reusable-prefix'
import type { SequenceRecord } from '../sequences/sequence-record'
import type { Slots } from '../sequences/slots'

interface Place {
  readonly loaded: ModelInMemory
  readonly ready: { readonly slots: Slots<LlamaContextSequence>; readonly records: readonly SequenceRecord[] }
  readonly memory: TurnMemory
  readonly counter: TokenCounter
  /** The context can go while texts are counted. */
  readonly isThere: () => boolean
}

/** Throws `template-failed`. */
export async function foreseePrompt(
  { loaded, ready, memory, counter, isThere }: Place,
  { conversationId, messages, saved }: ForeseeRequest,
): Promise<ForeseenTurn> {
  const slot = memory.nearest(ready.slots.of(conversationId), messages)
  if (saved && (slot?.sequence.nextTokenIndex ?? 0) === 0) {
    const canCut = !ready.slots.all.some(({ sequence }) => sequence.needsCheckpoints)
    const onDisk = (commonTokens: number) => keptOnDisk(saved, commonTokens, canCut)
    const foreseen = await foreseeTurn(loaded.renderer, counter, saved.messages, messages, onDisk)
    return { ...foreseen, fromDisk: foreseen.keptTokens > 0 }
  }
  const held = slot ? memory.heldBy(slot.index) : []
  const kept = (commonTokens: number) => {
    if (!slot || !isThere()) return 0
    const cells = cellOf(ready.records[slot.index]?.leftOut.gaps ?? [], commonTokens)
    const keptCells = reusablePrefix(slot.sequence, cells)
    return keptCells === cells ? commonTokens : keptCells
  }
  return foreseeTurn(loaded.renderer, counter, held, messages, kept)
}

/** Throws `template-failed`, `overflow-refused`, `overflow-no-room`. */
export async function rehearseOverflow(
  loaded: ModelInMemory,
  report: ContextReport,
  counter: TokenCounter,
  messages: readonly PromptMessage[],
  overflow: OverflowRequest,
): Promise<OverflowRehearsal> {
  const problem = overflowProblem(overflow, report)
  if (problem) throw new CodedError(problem)
  const spans = await countedSpans(loaded.renderer, counter, messages)
  return rehearse({
    request: overflow,
    ranges: messageRanges(spans, messages),
    textTokens: spans.at(-1)?.to ?? 0,
    limitTokens: report.contextTokens,
    canShift: !report.shiftRefusal,
  })
}
