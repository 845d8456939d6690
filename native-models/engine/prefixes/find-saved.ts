/** Which saved cache of another conversation a prompt should restore. */
import type { SavedPrefixQuestion } from '../../../core/contract/chat/turn'
import { everyLength, type Holding } from '../../../core/prefix/holding'
import { planPrompt } from '../../../core/prefix/plan-prompt'
import { processMs } from '../../../core/prefix/rates'
import type { ModelInMemory } from '../llama/load-model'
import { promptText } from '../prompt/prompt-text'
import type { PromptTrace } from '../prompt/trace-segments'
import { key, type LivePrefixes, leastSharedTokens } from './live-prefixes'

/** Returns null if a sequence has as much, or reading the file takes as long as processing. */
export function findSaved(
  { model }: Pick<ModelInMemory, 'model'>,
  prefixes: LivePrefixes,
  { conversationId, saved }: Pick<SavedPrefixQuestion, 'conversationId' | 'saved'>,
  traced: PromptTrace,
  tokensOf: ReadonlyMap<string, readonly number[]>,
): string | null {
  const asker = { conversationId, isPrivate: false }
  const [live] = prefixes.waysTo(model, traced, asker)
  const { rates } = prefixes.store
  const liveMs = live?.ms ?? processMs(rates, 0, traced.tokens.length)
  const found = saved.flatMap((file) => {
    const held = tokensOf.get(file.id) ?? []
    const text = promptText(model, traced, held)
    const holding = { ...asHolding(file, held.length), usable: prefixes.canCutAnywhere ? everyLength : stopsOnly(file.stops) }
    const { ways } = planPrompt([{ holding, commonTokens: text.commonTokens }], text.tokens.length, asker, rates)
    return ways.filter(({ kind, reusedTokens }) => kind === 'disk' && reusedTokens >= (live?.reusedTokens ?? 0) + leastSharedTokens)
  })
  const [best] = found.sort((a, b) => a.ms - b.ms)
  return best && best.ms < liveMs ? best.holdingId : null
}

type File = SavedPrefixQuestion['saved'][number]

const stopsOnly = (stops: readonly number[]) => ({ cutFrom: Number.POSITIVE_INFINITY, stops: [...stops].sort((a, b) => a - b) })

const asHolding = ({ id, conversationId, bytes, usedAtMs, isPinned }: File, tokens: number): Holding => {
  const state = { isGrowing: false, isHeld: false, isLeaving: false, hits: 0, savedMs: 0 }
  return { ...state, id, key, tier: 'disk', owner: conversationId, amount: bytes, tokens, usable: everyLength, isPinned, usedAtMs }
}
