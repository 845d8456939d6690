/** Greedy generation, with two faults for demonstration. */
import { indexOfLargest } from '../../core/lab/softmax'
import type { KvCache } from '../cache/kv-cache'
import type { LabModel } from '../model/model'
import { type ForwardOptions, forward } from './forward'

export interface Faults {
  /** Gives every decoded token position 0. */
  readonly positionsRestart?: boolean
  /** Does not reset the cache after the previous run. */
  readonly keepsOldCells?: boolean
}

export interface Generation {
  readonly model: LabModel
  readonly cache: KvCache
  readonly sequence: number
  readonly attend: ForwardOptions['attend']
  readonly faults?: Faults
  /** A paged cache reserves slots here. */
  readonly beforeStep?: (tokens: Int32Array) => void
  /** An evictor works here. */
  readonly afterStep?: (cells: number) => void
  readonly afterPrompt?: (prompt: Int32Array) => void
}

/** Without the end token. */
export function generate(
  { model, cache, sequence, attend, faults = {}, beforeStep, afterStep, afterPrompt }: Generation,
  prompt: Int32Array,
  maxTokens: number,
): number[] {
  if (!faults.keepsOldCells) cache.reset(sequence)
  const { endTokens } = model.tokenizer.vocabulary
  const step = (tokens: Int32Array, first: number): number => {
    const positions = Int32Array.from(tokens, (_, t) => first + t)
    beforeStep?.(tokens)
    const logits = forward(model, cache, [{ sequence, tokens, positions }], { attend, logits: 'last' })
    afterStep?.(cache.used(0, sequence, 0))
    return indexOfLargest(logits)
  }
  const answer: number[] = []
  let next = step(prompt, 0)
  afterPrompt?.(prompt)
  while (answer.length < maxTokens && !endTokens.includes(next)) {
    answer.push(next)
    if (answer.length === maxTokens) break
    next = step(Int32Array.of(next), faults.positionsRestart ? 0 : prompt.length + answer.length - 1)
  }
  return answer
}
