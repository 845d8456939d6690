import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { PromptSettings } from '../../../core/contract/chat/tools'
import type { PromptMessage, ReusePreview, ReusePreviewRequest } from '../../../core/contract/chat/turn'
import { CodedError } from '../../../core/contract/errors/coded-error'
import type { OverflowPreview, OverflowRequest } from '../../../core/contract/settings/overflow'
import { cellOf } from '../../../core/overflow/gaps'
import { messageRanges } from '../../../core/overflow/message-ranges'
import { overflowPreviewOf } from '../../../core/overflow/overflow-preview'
import { overflowProblem } from '../../../core/overflow/overflow-problem'
import { reach } from '../../../core/prefix/holding'
import { keptOnDisk } from '../../../core/reuse/preview-reuse'
import type { TokenCounter } from '../../../core/text/token-counter'
import type { ModelInMemory } from '../llama/load-model'
import { leastSharedTokens } from '../prefixes/live-prefixes'
import type { MemoryCopies } from '../prefixes/memory-copies'
import { countedSpans, previewTurn } from '../reuse/preview-turn'
import type { TurnMemory } from '../reuse/turn-memory'
import { reusablePrefix } from '../sequences/reusable-prefix'
import type { SequenceRecord } from '../sequences/sequence-record'
import type { Slots } from '../sequences/slots'

interface Previewed {
  readonly loaded: ModelInMemory
  readonly slots: Slots<LlamaContextSequence>
  readonly records: readonly SequenceRecord[]
  readonly memory: TurnMemory
  readonly copies: MemoryCopies
  readonly counter: TokenCounter
  readonly isCurrent: () => boolean
}

export async function previewReuse(
  { loaded, slots, records, memory, copies, counter, isCurrent }: Previewed,
  { conversationId, messages: written, settings, saved }: ReusePreviewRequest,
): Promise<ReusePreview> {
  const messages = loaded.renderer.shown(written, settings)
  const slot = memory.nearest(slots.of(conversationId), messages)
  const isHeld = (slot?.sequence.nextTokenIndex ?? 0) > 0
  const copy = isHeld ? undefined : copies.longestOf(conversationId)
  if (copy && copy.holding.tokens >= (saved?.tokens ?? 0)) {
    const inCopy = (commonTokens: number) => reach(copy.holding, commonTokens)
    return previewTurn(loaded.renderer, counter, { messages, settings, heldMessages: copy.messages }, inCopy)
  }
  if (saved && !isHeld) {
    const canCut = !slots.all.some(({ sequence }) => sequence.needsCheckpoints)
    const onDisk = (commonTokens: number) => keptOnDisk(saved, commonTokens, canCut)
    const preview = await previewTurn(loaded.renderer, counter, { messages, settings, heldMessages: saved.messages }, onDisk)
    return { ...preview, fromDisk: preview.keptTokens > 0 }
  }
  const others = slots.all.filter(({ index, sequence }) => records[index]?.isFindable && sequence.nextTokenIndex >= leastSharedTokens)
  const other = memory.nearest(others, messages)
  const previewFrom = (from: typeof slot) => {
    const heldMessages = from && memory.hasTools(from.index, settings.tools) ? memory.heldBy(from.index) : []
    const kept = (commonTokens: number) => {
      if (!from || !isCurrent()) return 0
      const cells = cellOf(records[from.index]?.leftOut.gaps ?? [], commonTokens)
      const keptCells = reusablePrefix(from.sequence, cells)
      return keptCells === cells ? commonTokens : keptCells
    }
    return previewTurn(loaded.renderer, counter, { messages, settings, heldMessages }, kept)
  }
  const own = await previewFrom(slot)
  if (!other || other === slot) return own
  const copied = await previewFrom(other)
  return copied.keptTokens >= own.keptTokens + leastSharedTokens ? copied : own
}

export async function previewOverflow(
  loaded: ModelInMemory,
  report: ContextReport,
  counter: TokenCounter,
  messages: readonly PromptMessage[],
  settings: PromptSettings,
  overflow: OverflowRequest,
): Promise<OverflowPreview> {
  const problem = overflowProblem(overflow, report)
  if (problem) throw new CodedError(problem)
  const spans = await countedSpans(loaded.renderer, counter, messages, settings)
  return overflowPreviewOf({
    request: overflow,
    ranges: messageRanges(spans, messages),
    textTokens: spans.at(-1)?.to ?? 0,
    limitTokens: report.contextTokens,
    canShift: !report.shiftRefusal,
  })
}
