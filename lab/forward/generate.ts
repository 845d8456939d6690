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
  /** Evictors run here. */
  readonly afterStep?: (cells: number) => void
  readonly afterPrompt?: (prompt: Int32Array) => void
}

/** Returns the answer without the end token. */
export function generate(generation: Generation, prompt: Int32Array, maxTokens: number): number[] {
  const { cache, sequence, faults, afterPrompt } = generation
  if (!faults?.keepsOldCells) cache.reset(sequence)
  const next = readTokens(generation, prompt, 0)
  afterPrompt?.(prompt)
  return writeAnswer(generation, next, prompt.length, maxTokens)
}

/** Returns the most likely next token. */
export function readTokens(
  { model, cache, sequence, attend, beforeStep, afterStep }: Generation,
  tokens: Int32Array,
  first: number,
): number {
  const positions = Int32Array.from(tokens, (_, t) => first + t)
  beforeStep?.(tokens)
  const logits = forward(model, cache, [{ sequence, tokens, positions }], { attend, logits: 'last' })
  afterStep?.(cache.used(0, sequence, 0))
  return indexOfLargest(logits)
}

/** The answer begins with `next` at `position`. */
export function writeAnswer(generation: Generation, next: number, position: number, maxTokens: number): number[] {
  const { endTokens } = generation.model.tokenizer.vocabulary
  const answer: number[] = []
  let token = next
  while (answer.length < maxTokens && !endTokens.includes(token)) {
    answer.push(token)
    if (answer.length === maxTokens) break
    token = readTokens(generation, Int32Array.of(token), generation.faults?.positionsRestart ? 0 : position + answer.length - 1)
  }
  return answer
}
