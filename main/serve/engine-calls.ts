/** Calls that the API server makes to the engine. */
import type { TurnRequest } from '../../core/contract/chat/turn'
import { CodedError } from '../../core/contract/errors/coded-error'
import { failureIn } from '../../core/contract/errors/wire-errors'
import type { EmbeddingsRequest } from '../../core/serve/embeddings'
import { fieldRefused } from '../../core/serve/refusal'
import type { ServedPrompt } from '../../core/serve/served-request'
import type { EngineClient } from '../supervisor/engine-client'
import type { Embeddings } from './serve-service'

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

/** One text at a time, so at most one is in progress when the client goes away. */
export async function embedTexts(
  client: EngineClient,
  { inputs, dimensions }: EmbeddingsRequest,
  signal: AbortSignal,
  onText: (promptTokens: number, ms: number) => void,
): Promise<Embeddings> {
  const vectors: number[][] = []
  let promptTokens = 0
  for (const input of inputs) {
    const { vector, tokens, ms } = await known(client.embed(input, { signal }))
    if (dimensions !== null && dimensions !== vector.length)
      throw fieldRefused('dimensions', { kind: 'zod', quoted: `The vectors of this model have ${vector.length} dimensions` })
    vectors.push(vector)
    promptTokens += tokens
    onText(tokens, ms)
  }
  return { vectors, promptTokens }
}
