import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { explainReuse } from '../../../core/reuse/explain-reuse'
import type { Reconciled } from '../prompt/reconcile-tokens'
import type { PromptTrace } from '../prompt/trace-prompt'
import { reconciledSpans } from '../sequences/sequence-contents'
import type { Before } from './turn-memory'

/**
 * Explains a turn's reuse (core/reuse) after its cache was cut to the prompt. `heldTokens`: what the sequence held before. `keptTokens`:
 * what it was cut to.
 */
export function explainTurn(
  sequence: LlamaContextSequence,
  before: Before,
  messages: readonly PromptMessage[],
  heldTokens: readonly number[],
  traced: PromptTrace,
  reconciled: Reconciled,
  keptTokens: number,
): ReuseReport {
  return explainReuse({
    ...before,
    heldTokens,
    promptTokens: reconciled.tokens,
    messages,
    spans: () => reconciledSpans(traced, reconciled),
    commonTokens: reconciled.commonTokens,
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
