/**
 * Which tokens the next `llama_decode` evaluates:
 *
 *   waiting:  answer A (1 token) · prompt B (4,096) · answer C (1) · prompt D (20)
 *   batch 1:  D, because it is short
 *   batch 2:  A · C · D's last token · a slice of B
 *
 * Answers wait for short prompts, for a bounded time, because their slices would delay the answers for longer in total. So answers to
 * prompts that arrive together begin and end together, and clients that wait for all of them do not interrupt each other. Otherwise answers
 * come first, so an answer waits for a slice of a long prompt, never for the whole prompt. Work that was evaluated arrives again behind the
 * rest, so the oldest work is next.
 */
export interface Waiting {
  /** An `answer` needs logits, so its tokens are evaluated together: one, or one and a draft. A `prompt` can be cut anywhere. */
  readonly kind: 'answer' | 'prompt'
  readonly tokens: ArrayLike<unknown>
  /** Tokens of the whole prompt that were not reused. This work may have only a part of them. Default: those of this work. */
  readonly promptTokens?: number
}

export interface Part<Work extends Waiting> {
  readonly work: Work
  readonly tokens: number
}

export interface BatchLimits {
  readonly batchTokens: number
  /** Most tokens of short prompts that answers wait for. A prompt is short if it has at most this many tokens and fits into a batch. */
  readonly pauseTokens: number
  /** False if llama.cpp cannot evaluate several sequences in one batch. Then they take turns. */
  readonly sharesBatches: boolean
}

export class BatchComposer<Work extends Waiting> {
  /** Tokens of short prompts since the last batch that had no answers to delay. */
  private pausedTokens = 0

  /**
   * `waiting` has the oldest work first, and at most one entry per sequence. No answer may be longer than a batch. `nextSlice` returns the most
   * prompt tokens in a batch with answers. With 0, prompts wait for the batch after the next.
   */
  compose(waiting: readonly Work[], limits: BatchLimits, nextSlice: () => number): Part<Work>[] {
    const pause = composePause(waiting, limits, this.pausedTokens)
    this.pausedTokens = pause.length > 0 ? this.pausedTokens + tokensIn(pause) : 0
    return pause.length > 0 ? pause : composeBatch(waiting, limits, nextSlice())
  }
}

export const isShort = ({ tokens, promptTokens = tokens.length }: Waiting, { batchTokens, pauseTokens }: BatchLimits): boolean =>
  promptTokens <= Math.min(batchTokens, pauseTokens)

export const tokensIn = (parts: readonly Part<Waiting>[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0)

/** Short prompts that answers wait for. */
function composePause<Work extends Waiting>(waiting: readonly Work[], limits: BatchLimits, pausedTokens: number): Part<Work>[] {
  if (!waiting.some(({ kind }) => kind === 'answer')) return []
  const parts: Part<Work>[] = []
  let room = Math.min(limits.batchTokens, limits.pauseTokens - pausedTokens)
  for (const work of waiting) {
    if (work.kind === 'answer' || !isShort(work, limits)) continue
    const tokens = Math.min(work.tokens.length, room)
    if (tokens <= 0) break
    parts.push({ work, tokens })
    room -= tokens
    if (!limits.sharesBatches) break
  }
  return parts
}

function composeBatch<Work extends Waiting>(waiting: readonly Work[], limits: BatchLimits, slice: number): Part<Work>[] {
  const answers = waiting.filter(({ kind }) => kind === 'answer')
  const prompts = waiting.filter(({ kind }) => kind === 'prompt')
  const { batchTokens, sharesBatches } = limits
  const sliceTokens = answers.length > 0 ? Math.min(slice, batchTokens) : batchTokens
  if (!sharesBatches) {
    const next = waiting.find(({ kind }) => kind === 'answer' || sliceTokens > 0)
    return next ? [{ work: next, tokens: next.kind === 'answer' ? next.tokens.length : Math.min(next.tokens.length, sliceTokens) }] : []
  }
  const parts: Part<Work>[] = []
  let room = batchTokens
  // While a prompt waits, drafts leave room for at least one of its tokens.
  const reserved = prompts.length > 0 && sliceTokens > 0 ? 1 : 0
  for (const work of answers) {
    const tokens = work.tokens.length
    if (tokens > room - (parts.length > 0 ? reserved : 0)) continue
    parts.push({ work, tokens })
    room -= tokens
  }
  let sliceRoom = Math.min(sliceTokens, room)
  for (const work of prompts) {
    const tokens = Math.min(work.tokens.length, sliceRoom)
    if (tokens === 0) break
    parts.push({ work, tokens })
    sliceRoom -= tokens
  }
  return parts
}
