import type { LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import type { HeldToken } from '../../../core/contract/cache/cache'

/** The tokens before a token determine whether it starts with a space. */
const contextTokens = 3

export function heldToken(model: LlamaModel, sequence: LlamaContextSequence, position: number): HeldToken | null {
  if (position >= sequence.nextTokenIndex) return null
  const tokens = sequence.contextTokens
  const token = tokens[position]
  return token === undefined
    ? null
    : { id: token, text: model.detokenize([token], true, tokens.slice(Math.max(0, position - contextTokens), position)) }
}
