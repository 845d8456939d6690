/** Calls that the API server makes to the engine. */
import type { TurnRequest } from '../../core/contract/chat/turn'
import { CodedError, coded } from '../../core/contract/errors/coded-error'
import { failureIn } from '../../core/contract/errors/wire-errors'
import { defaultOverflow } from '../../core/contract/settings/overflow-defaults'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import type { EmbeddingsRequest } from '../../core/serve/embeddings'
import { fieldRefused } from '../../core/serve/refusal'
import type { ServedPrompt } from '../../core/serve/served-request'
import type { EngineClient } from '../supervisor/engine-client'
import type { Embeddings, ServedTurn } from './serve-service'

/** Gives an error of the engine its code back. */
export async function known<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    const failure = failureIn(error)
    throw failure ? new CodedError(failure) : error
  }
}

export function engineRequest(prompt: ServedPrompt): Pick<TurnRequest, 'messages' | 'tools' | 'raw'> {
  switch (prompt.kind) {
    case 'chat':
      return { messages: [...prompt.messages], ...(prompt.tools.length > 0 ? { tools: [...prompt.tools] } : {}) }
    case 'text':
      return { messages: [{ role: 'user', text: prompt.text }], raw: { text: prompt.text } }
    case 'tokens':
      return { messages: [{ role: 'user', text: '' }], raw: { tokens: [...prompt.tokens] } }
  }
}

/** `sampling` are the settings of the model. */
export const turnRequestOf = (
  { conversationId, request, receivedAtMs }: ServedTurn,
  sampling: SamplingSettings,
): Omit<TurnRequest, 'turnId'> => ({
  conversationId,
  ...(request.usesCache === false ? { isPrivate: true } : {}),
  ...(request.slot === undefined ? {} : { sequence: request.slot }),
  ...engineRequest(request.prompt),
  sampling: { ...sampling, ...request.sampling },
  overflow: { ...defaultOverflow, pinned: [] },
  ...(request.topLogprobs === null ? {} : { topLogprobs: request.topLogprobs }),
  ...(request.promptLogprobs ? { promptLogprobs: request.promptLogprobs } : {}),
  ...(request.postSamplingProbs ? { postSamplingProbs: true } : {}),
  ...(request.mostPredictMs === undefined ? {} : { mostPredictMs: request.mostPredictMs }),
  ...(request.contextTokens === undefined ? {} : { contextTokens: request.contextTokens }),
  sentAtMs: receivedAtMs,
})

/** One text at a time, so at most one is in progress when the client goes away. */
export async function embedTexts(
  client: EngineClient,
  { inputs, dimensions, contextTokens }: EmbeddingsRequest,
  signal: AbortSignal,
  onText: (promptTokens: number, ms: number) => void,
): Promise<Embeddings> {
  const vectors: number[][] = []
  let promptTokens = 0
  for (const input of inputs) {
    const { vector, tokens, ms } = await known(client.embed(input, { signal }))
    if (contextTokens !== undefined && tokens > contextTokens)
      throw coded('api-input-too-long', { promptTokens: tokens, contextTokens, isLimitOfRequest: true })
    if (dimensions !== null && dimensions !== vector.length)
      throw fieldRefused('dimensions', { kind: 'zod', quoted: `The vectors of this model have ${vector.length} dimensions` })
    vectors.push(vector)
    promptTokens += tokens
    onText(tokens, ms)
  }
  return { vectors, promptTokens }
}
