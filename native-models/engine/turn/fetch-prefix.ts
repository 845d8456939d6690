/**
 * If another sequence or a copy in memory has more of the prompt, its cells are copied into the turn's sequence. Choosing and copying are one
 * job between two batches, so a source that is in use cannot change in between.
 */
import type { PrefixSource } from '../../../core/contract/cache/reuse'
import type { Asker } from '../../../core/prefix/plan-prompt'
import { processMs } from '../../../core/prefix/rates'
import { leastSharedTokens, type SourceWay } from '../prefixes/live-prefixes'
import { promptText } from '../prompt/prompt-text'
import type { PromptTrace } from '../prompt/trace-segments'
import { reusablePrefix } from '../sequences/reusable-prefix'
import { copyPrefix, expectedBytes } from './copy-cells'
import { type Turn, type TurnStore, tokenLimit } from './turn'

export const askerOf = ({ request: { conversationId, isPrivate = false } }: Pick<Turn, 'request'>): Asker => ({ conversationId, isPrivate })

/** Returns undefined if the conversation uses its own sequence, or none has enough of the prompt. */
export async function fetchPrefix(turn: Turn, traced: PromptTrace): Promise<PrefixSource | undefined> {
  const { store, contextQueue } = turn
  // Only one copy waits for the context at a time, so running answers get a token between two copies.
  return store?.fetches.run(() => contextQueue.run(() => findAndCopy(turn, store, traced)))
}

async function findAndCopy(turn: Turn, { prefixes }: TurnStore, traced: PromptTrace): Promise<PrefixSource | undefined> {
  const { loaded } = turn
  const [{ sequence, record }] = turn.answers
  const asker = askerOf(turn)
  const heldBy = record.contents?.conversationId ?? asker.conversationId
  const isOwn = heldBy === asker.conversationId
  const isWhole = record.leftOut.gaps.length === 0
  // The overflow policy handles the gaps in the conversation's own cells.
  if (isOwn && !isWhole) return undefined
  if (!isOwn && (!isWhole || record.isPrivate || asker.isPrivate)) {
    await sequence.clearHistory()
    record.clear()
  }
  const text = promptText(loaded.model, traced, sequence.contextTokens)
  const promptTokens = text.tokens.length
  if (promptTokens > tokenLimit(turn)) return undefined
  const here = reusablePrefix(sequence, Math.min(text.commonTokens, promptTokens - 1))
  const hereMs = processMs(prefixes.measured.rates, here, promptTokens)
  const best = prefixes.waysTo(loaded.model, traced, asker).find(({ slot }) => slot?.sequence !== sequence)
  const copied = best && best.reusedTokens >= here + leastSharedTokens && best.ms < hereMs ? await copy(turn, best) : undefined
  const source =
    copied ?? (isOwn || here < leastSharedTokens ? undefined : { way: 'continued' as const, conversationId: heldBy, tokens: here, ms: 0 })
  const own = prefixes.slotOf(sequence)
  const from = copied ? best?.holdingId : own && prefixes.holdingOf(own)?.id
  const [used, tokens] = copied ? [copied.tokens, best?.tokens ?? text.tokens] : [here, text.tokens]
  const savedMs = Math.max(0, processMs(prefixes.measured.rates, 0, used) - (copied?.ms ?? 0) - turn.waitedMs)
  prefixes.used(tokens, from ?? null, savedMs, asker)
  return source && { ...source, savedMs: prefixes.measured.knowsProcessing ? savedMs : null }
}

/** Returns undefined if llama.cpp could not copy the cells: then the sequence is empty, and the prompt is processed. */
async function copy(
  { context, answers, store }: Turn,
  { slot, holdingId, reusedTokens }: SourceWay,
): Promise<Omit<PrefixSource, 'savedMs'> | undefined> {
  const [{ sequence, record }] = answers
  const from = slot && store?.prefixes.recordOf(slot)
  const began = performance.now()
  record.clear()
  if (!slot) {
    const copies = store?.prefixes.copies
    const conversationId = copies?.all.find(({ id }) => id === holdingId)?.owner ?? ''
    const tokens = (await copies?.restore(holdingId, sequence, reusedTokens)) ?? 0
    return tokens === 0 ? undefined : { way: 'memory', conversationId, tokens, ms: performance.now() - began }
  }
  const { tokens, isRestored } = await copyPrefix(slot.sequence, sequence, reusedTokens, expectedBytes(context.report, slot.sequence))
  if (isRestored) store?.prefixes.readBack(slot)
  if (tokens === 0) return undefined
  const ms = performance.now() - began
  store?.prefixes.measured.copied(slot.sequence.nextTokenIndex, ms)
  return { way: 'copied', conversationId: from?.contents?.conversationId ?? '', tokens, ms }
}

/** A saved cache of another conversation, which main restored before the turn. */
export function restoredSource({ request: { restored }, store }: Turn): PrefixSource | undefined {
  if (restored?.conversationId === undefined || !store) return undefined
  const { conversationId, tokens, ms } = restored
  const { rates } = store.prefixes.store
  const savedMs = store.prefixes.measured.knowsProcessing ? processMs(rates, 0, tokens) - ms : null
  return { way: 'restored', conversationId, tokens, ms, savedMs }
}
