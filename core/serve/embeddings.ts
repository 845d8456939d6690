/** The texts of a request for embeddings. All dialects have the same shape for them. */
import { z } from 'zod'
import { mostRawTokens, type RawPrompt } from '../contract/chat/turn'
import { largestTokenId } from '../contract/settings/setting-ranges'
import { fieldRefused } from './refusal'

/** OpenAI's limit. */
const mostInputs = 2048

const text = z.string().min(1)
const tokens = z.array(z.int().min(0).max(largestTokenId)).min(1).max(mostRawTokens)
/** As in llama-server, a list may have both texts and tokens. */
export const embeddingInput = z.union([text, tokens, z.array(z.union([text, tokens])).min(1)])

export interface EmbeddingsRequest {
  readonly inputs: readonly RawPrompt[]
  /** null is the loaded one. */
  readonly model: string | null
  /** null: as many as the model gives. */
  readonly dimensions: number | null
  /** An input has at most this many tokens, Ollama's `num_ctx`. undefined: what the engine takes. */
  readonly contextTokens?: number | undefined
}

/** Throws `api-field-refused`. */
export function inputsOf(input: z.infer<typeof embeddingInput>): RawPrompt[] {
  if (typeof input === 'string') return [{ text: input }]
  if (isTokens(input)) return [{ tokens: input }]
  // In the schema, this limit would refuse a long list as a wrong list of tokens.
  if (input.length > mostInputs) throw fieldRefused('input', { kind: 'zod', quoted: `Expected at most ${mostInputs} inputs` })
  return input.map((one) => (typeof one === 'string' ? { text: one } : { tokens: one }))
}

const isTokens = (input: readonly unknown[]): input is number[] => typeof input[0] === 'number'
