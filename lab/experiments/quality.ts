/** Quality of a cache: the perplexity of a text, and recall of a fact in it. */

import { meanOf } from '../../core/compare/statistics/estimate'
import type { ResultEstimate } from '../../core/lab/experiments/experiment'
import { logProbability } from '../../core/lab/softmax'
import { wilsonInterval } from '../../core/stats/wilson'
import type { KvCache } from '../cache/kv-cache'
import { type ForwardOptions, forward } from '../forward/forward'
import { generate } from '../forward/generate'
import type { LabModel } from '../model/model'
import { asPrompt, type Passkey } from '../texts/heldout'

export interface Setup {
  readonly cache: KvCache
  readonly attend: ForwardOptions['attend']
  readonly afterStep?: () => void
  /** Called once, with the tokens so far: halfway through a scored text, or after a prompt. */
  readonly afterPrompt?: (prompt: Int32Array) => void
}

const chunkTokens = 16

/** The first half of a scored text, in whole chunks. */
export const promptOf = (tokens: Int32Array): Int32Array =>
  tokens.subarray(0, Math.min(Math.ceil(tokens.length / 2 / chunkTokens) * chunkTokens, tokens.length - 1))

/** `each`: -ln p of every token but the first. `nats`: their sum. Perplexity is exp of their mean. */
export function surprise(
  model: LabModel,
  { cache, attend, afterStep, afterPrompt }: Setup,
  tokens: Int32Array,
): { nats: number; tokens: number; each: number[] } {
  const { vocabulary } = model.shape
  const prompt = promptOf(tokens)
  const each: number[] = []
  for (let first = 0; first < tokens.length - 1; first += chunkTokens) {
    const chunk = tokens.subarray(first, Math.min(first + chunkTokens, tokens.length - 1))
    const positions = Int32Array.from(chunk, (_, t) => first + t)
    const logits = forward(model, cache, [{ sequence: 0, tokens: chunk, positions }], { attend, logits: 'all' })
    for (let t = 0; t < chunk.length; t++)
      each.push(-logProbability(logits.subarray(t * vocabulary, (t + 1) * vocabulary), tokens[first + t + 1] as number))
    afterStep?.()
    if (first + chunk.length === prompt.length) afterPrompt?.(prompt)
  }
  return { nats: each.reduce((sum, nats) => sum + nats, 0), tokens: each.length, each }
}

/** True if the greedy answer contains the fact. The model reads the prompt in one step, before any eviction. */
export function recalls(model: LabModel, { cache, attend, afterStep, afterPrompt }: Setup, { prompt, expected }: Passkey): boolean {
  const tokens = model.tokenizer.encode(asPrompt(prompt))
  const answer = generate(
    { model, cache, sequence: 0, attend, ...(afterStep ? { afterStep } : {}), ...(afterPrompt ? { afterPrompt } : {}) },
    tokens,
    30,
  )
  return model.tokenizer.decode(answer).includes(expected)
}

/** Takes scores from 0 to 1. Returns their mean as a percentage, with its 95% interval. */
export function estimateOf(scores: readonly number[]): ResultEstimate {
  const share = meanOf(scores).value
  const { low, high } = wilsonInterval(share, scores.length)
  return { value: 100 * share, low: 100 * low, high: 100 * high }
}
