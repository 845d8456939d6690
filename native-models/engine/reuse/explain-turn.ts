import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { explainReuse } from '../../../core/reuse/explain-reuse'
import type { PromptText } from '../prompt/prompt-text'
import type { Before } from './turn-memory'

export interface ReusedTurn {
  readonly sequence: LlamaContextSequence
  readonly before: Before
  /** With the texts that the prompt has. */
  readonly messages: readonly PromptMessage[]
  /** With the texts that the model wrote. */
  readonly written: readonly PromptMessage[]
  readonly text: PromptText
  readonly heldTokens: readonly number[]
  readonly keptTokens: number
}

export function explainTurn({ sequence, before, messages, written, text, heldTokens, keptTokens }: ReusedTurn): ReuseReport {
  return explainReuse({
    ...before,
    heldTokens,
    promptTokens: text.tokens,
    messages,
    written,
    spans: () => text.spans,
    commonTokens: text.commonTokens,
    keptTokens,
    forgetful: forgetfulnessOf(sequence),
    textOf: (part) => textOf(sequence.model, part),
  })
}

function forgetfulnessOf({ needsCheckpoints, model }: LlamaContextSequence): ReuseReport['heldBack'] {
  if (!needsCheckpoints) return null
  const { isRecurrent, isHybrid } = model.fileInsights
  return isRecurrent || isHybrid ? 'recurrent-state' : 'sliding-window'
}

const textOf = (model: LlamaModel, tokens: readonly number[]): string => model.detokenize(tokens as Token[], true)
