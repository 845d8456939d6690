import type { LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import type { HeldToken } from '../../../core/contract/cache/cache'

/** The tokens before a token determine whether it starts with a space. */
const contextTokens = 3

/** From one position to another, without the tokens after the end of the sequence. */
export function heldTokens(model: LlamaModel, sequence: LlamaContextSequence, from: number, to: number): HeldToken[] {
  const tokens = sequence.contextTokens.slice(0, sequence.nextTokenIndex)
  return tokens.slice(from, to).map((id, index) => {
    const position = from + index
    return { id, text: model.detokenize([id], true, tokens.slice(Math.max(0, position - contextTokens), position)) }
  })
}
