import type { LlamaContextSequence } from 'node-llama-cpp'
import { promptSettingsOf } from '../../../core/contract/chat/tools'
import type { TurnRequest } from '../../../core/contract/chat/turn'
import type { ModelInMemory } from '../llama/load-model'
import { promptText } from '../prompt/prompt-text'
import type { Nearest } from './slots'

export function nearestTo(
  { model, renderer }: ModelInMemory,
  request: Pick<TurnRequest, 'messages' | 'sampling' | 'tools'>,
): Nearest<LlamaContextSequence> {
  return (slots) => {
    const traced = renderer.trace(request.messages, promptSettingsOf(request))
    const commonIn = (sequence: LlamaContextSequence) => promptText(model, traced, sequence.contextTokens).commonTokens
    return slots
      .map((slot) => ({ slot, common: commonIn(slot.sequence) }))
      .reduce((best, candidate) => (candidate.common > best.common ? candidate : best)).slot
  }
}
