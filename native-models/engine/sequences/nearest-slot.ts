import type { LlamaContextSequence } from 'node-llama-cpp'
import type { TurnRequest } from '../../../core/contract/chat/turn'
import type { ModelInMemory } from '../llama/load-model'
import { promptText } from '../prompt/prompt-text'
import { traceRequest } from '../prompt/request-prompt'
import type { Nearest } from './slots'

export function nearestTo(
  loaded: ModelInMemory,
  request: Pick<TurnRequest, 'messages' | 'sampling' | 'tools' | 'raw'>,
): Nearest<LlamaContextSequence> {
  return (slots) => {
    const traced = traceRequest(loaded, request)
    const commonIn = (sequence: LlamaContextSequence) => promptText(loaded.model, traced, sequence.contextTokens).commonTokens
    return slots
      .map((slot) => ({ slot, common: commonIn(slot.sequence) }))
      .reduce((best, candidate) => (candidate.common > best.common ? candidate : best)).slot
  }
}
