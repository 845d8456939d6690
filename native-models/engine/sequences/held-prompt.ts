import type { LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import type { HeldPrompt } from '../../../core/contract/cache/held-prompt'
import type { SequenceContents } from './sequence-contents'

/** The tokens before a text determine whether it starts with a space. */
const contextTokens = 3

export function heldPrompt(model: LlamaModel, sequence: LlamaContextSequence, contents: SequenceContents): HeldPrompt {
  const tokens = sequence.contextTokens
  const segments = contents.spansUpTo(tokens.length).map((span) => ({
    ...span,
    text: model.detokenize(tokens.slice(span.from, span.to), true, tokens.slice(Math.max(0, span.from - contextTokens), span.from)),
  }))
  return { tokens: [...tokens], segments }
}
