/** Picks, of several sequences of one conversation, the one that shares most with its next prompt: the answer that the user picked. */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import type { ModelInMemory } from '../llama/load-model'
import { reconcileTokens } from '../prompt/reconcile-tokens'
import type { Nearest } from './slots'

export function nearestTo({ model, renderer }: ModelInMemory, messages: readonly PromptMessage[]): Nearest<LlamaContextSequence> {
  return (slots) => {
    const { tokens } = renderer.trace(messages)
    const pieceOf = (token: number) => (model.isSpecialToken(token as Token) ? null : model.detokenize([token as Token]))
    const commonIn = (sequence: LlamaContextSequence) => reconcileTokens(sequence.contextTokens, tokens, pieceOf).commonTokens
    return slots
      .map((slot) => ({ slot, common: commonIn(slot.sequence) }))
      .reduce((best, candidate) => (candidate.common > best.common ? candidate : best)).slot
  }
}
