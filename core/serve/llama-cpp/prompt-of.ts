import type { ServedPrompt } from '../served-request'
import type { LlamaPrompt } from './request-schema'

export interface TokenizedPrompt {
  readonly prompt: ServedPrompt
  /** For the answer's `prompt`. */
  readonly text: string
}

/** Only the first piece of a mixed prompt begins with BOS, and only if it is a text. */
export async function promptOf(
  prompt: LlamaPrompt,
  tokenize: (text: string, addSpecial: boolean) => Promise<readonly number[]>,
  detokenize: (tokens: readonly number[]) => Promise<string>,
): Promise<TokenizedPrompt> {
  if (typeof prompt === 'string') return { prompt: { kind: 'text', text: prompt }, text: prompt }
  const tokens = await mixedTokens(prompt, tokenize)
  return { prompt: { kind: 'tokens', tokens }, text: await detokenize(tokens) }
}

export async function mixedTokens(
  pieces: readonly (string | number)[],
  tokenize: (text: string, addSpecial: boolean) => Promise<readonly number[]>,
): Promise<number[]> {
  const tokens: number[] = []
  for (const [index, piece] of pieces.entries()) tokens.push(...(typeof piece === 'number' ? [piece] : await tokenize(piece, index === 0)))
  return tokens
}
