/**
 * Text out of a prompt, greedily: process the prompt once, then one token after the other.
 *
 * Two faults can be switched on, to be seen and not only warned of: positions that start again at every step, and a
 * cache that keeps the cells of the conversation before.
 */
import { indexOfLargest } from '../../../core/lab/softmax'
import type { KvCache } from '../cache/kv-cache'
import type { LabModel } from '../model/model'
import { type ForwardOptions, forward } from './forward'

export interface Faults {
  /** Each decoded token is inserted and asked for at position 0. */
  readonly positionsRestart?: boolean
  /** The cells of whatever ran before stay, and the new prompt's queries read them. */
  readonly keepsOldCells?: boolean
}

export interface Generation {
  readonly model: LabModel
  readonly cache: KvCache
  readonly sequence: number
  readonly attend: ForwardOptions['attend']
  readonly faults?: Faults
  /** Called before each step with its tokens: where a paged cache reserves slots. */
  readonly beforeStep?: (tokens: Int32Array) => void
  /** Called after each step, when its cells are in the cache: where an evictor does its work. */
  readonly afterStep?: (cells: number) => void
  /** Called once, after the step that read the prompt. */
  readonly afterPrompt?: () => void
}

/** The answer to `prompt`, without the token that ends it. At most `maxTokens`. */
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
  afterPrompt?.()
  while (answer.length < maxTokens && !endTokens.includes(next)) {
    answer.push(next)
    if (answer.length === maxTokens) break
    next = step(Int32Array.of(next), faults.positionsRestart ? 0 : prompt.length + answer.length - 1)
  }
  return answer
}
