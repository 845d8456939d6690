import type { ContextReport } from '../../../core/contract/cache/cache'
import type { HeldPrompt } from '../../../core/contract/cache/held-prompt'
import type { TracedRequest } from '../../../core/requests/traced-request'
import type { ServedFinish } from '../../../core/serve/served-event'
import type { ServedTurn } from '../../serve/serve-service'

/** What the tokens of a request were computed with. */
export interface CellsOf {
  readonly settings: string
  /** Changes when the engine or the context is created again. */
  readonly context: string
}

/** The settings that cells depend on, besides the model. */
export const cellSettings = ({ keyType, valueType, flashAttention, swaFullCache, attentionRotation }: ContextReport): string =>
  JSON.stringify([keyType, valueType, flashAttention, swaFullCache, attentionRotation ?? null])

/** undefined if the cache no longer has the whole prompt. */
export function tracedTurn(
  { id, request, model, receivedAtMs }: ServedTurn,
  { usage, metrics, slot }: ServedFinish,
  held: HeldPrompt,
  { settings, context }: CellsOf,
  of: { readonly client: string; readonly endedMs: number },
): TracedRequest | undefined {
  const { promptTokens, cachedTokens } = usage
  if (held.tokens.length < promptTokens) return undefined
  return {
    id,
    client: of.client,
    model: model.path,
    settings,
    context,
    sequence: slot,
    startedMs: receivedAtMs,
    endedMs: of.endedMs,
    tokens: Int32Array.from(held.tokens.slice(0, promptTokens)),
    segments: held.segments.filter(({ from }) => from < promptTokens),
    answerTokens: Int32Array.from(held.tokens.slice(promptTokens)),
    answerSegments: held.segments.filter(({ from }) => from >= promptTokens),
    tools: request.prompt.kind === 'chat' ? request.prompt.tools.map((tool) => JSON.stringify(tool)) : [],
    reusedTokens: cachedTokens,
    heldBack: metrics.reuse?.heldBack ?? null,
  }
}
