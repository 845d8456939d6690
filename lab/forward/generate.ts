/** Greedy generation: processes the prompt once, then one token at a time. Two faults can be switched on for demonstration. */
import { indexOfLargest } from '../../core/lab/softmax'
import type { KvCache } from '../cache/kv-cache'
import type { LabModel } from '../model/model'
import { type ForwardOptions, forward } from './forward'

export interface Faults {
  /** Inserts and queries each decoded token at position 0. */
  readonly positionsRestart?: boolean
  /** Keeps the cells of the previous run, which the new queries then read. */
  readonly keepsOldCells?: boolean
}

export interface Generation {
  readonly model: LabModel
  readonly cache: KvCache
  readonly sequence: number
  readonly attend: ForwardOptions['attend']
  readonly faults?: Faults
  /** Called before each step with its tokens; a paged cache reserves slots here. */
  readonly beforeStep?: (tokens: Int32Array) => void
  /** Called after each step with the number of cells; an evictor works here. */
  readonly afterStep?: (cells: number) => void
  readonly afterPrompt?: () => void
}

/** The answer has no end token. */
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
