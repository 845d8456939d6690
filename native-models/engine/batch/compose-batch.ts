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

export interface Batch<Work extends Waiting> {
  readonly parts: readonly Part<Work>[]
  /** It has short prompts, and answers wait for it. */
  readonly isPause: boolean
}

export class BatchComposer<Work extends Waiting> {
  /** Tokens of short prompts that answers have waited for since the last batch with an answer. */
  private pausedTokens = 0

  /**
   * `waiting` has the oldest work first, and at most one entry per sequence. No answer may be longer than a batch. `nextSlice` returns the most
   * prompt tokens in a batch with answers. With 0, prompts wait for the batch after the next.
   */
  compose(waiting: readonly Work[], limits: BatchLimits, nextSlice: () => number): Batch<Work> {
    const hasAnswers = waiting.some(isAnswer)
    const pause = hasAnswers ? composePause(waiting, limits, this.pausedTokens) : []
    if (pause.length > 0) {
      this.pausedTokens += tokensIn(pause)
      return { parts: pause, isPause: true }
    }
    const parts = composeBatch(waiting, limits, nextSlice())
    if (!hasAnswers || parts.some(({ work }) => isAnswer(work))) this.pausedTokens = 0
    return { parts, isPause: false }
  }
}

export const isAnswer = ({ kind }: Waiting): boolean => kind === 'answer'

export const tokensIn = (parts: readonly Part<Waiting>[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0)

/** Short prompts that answers wait for. */
function composePause<Work extends Waiting>(waiting: readonly Work[], limits: BatchLimits, pausedTokens: number): Part<Work>[] {
  const most = Math.min(limits.batchTokens, limits.pauseTokens)
  const short = waiting.filter((work) => !isAnswer(work) && (work.promptTokens ?? work.tokens.length) <= most)
  return composePrompts(short, Math.min(limits.batchTokens, limits.pauseTokens - pausedTokens), limits)
}

/**
 * Cuts only the first prompt. llama.cpp evaluates the sequences of a batch with the same number of tokens each, so a piece of another prompt
 * would be read with the weights once more.
 */
function composePrompts<Work extends Waiting>(prompts: readonly Work[], room: number, { sharesBatches }: BatchLimits): Part<Work>[] {
  const parts: Part<Work>[] = []
  let left = room
  for (const work of prompts) {
    const tokens = Math.min(work.tokens.length, left)
    if (tokens <= 0 || (parts.length > 0 && (!sharesBatches || tokens < work.tokens.length))) continue
    parts.push({ work, tokens })
    left -= tokens
  }
  return parts
}

function composeBatch<Work extends Waiting>(waiting: readonly Work[], limits: BatchLimits, slice: number): Part<Work>[] {
  const answers = waiting.filter(isAnswer)
  const prompts = waiting.filter((work) => !isAnswer(work))
  const { batchTokens } = limits
  if (answers.length === 0) return composePrompts(prompts, batchTokens, limits)
  const sliceTokens = Math.min(slice, batchTokens)
  if (!limits.sharesBatches) {
    const next = waiting.find((work) => isAnswer(work) || sliceTokens > 0)
    return next ? [{ work: next, tokens: isAnswer(next) ? next.tokens.length : Math.min(next.tokens.length, sliceTokens) }] : []
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
  // Each step reads the weights for the answers, so the slice is filled, even with pieces of several prompts.
  let sliceRoom = Math.min(sliceTokens, room)
  for (const work of prompts) {
    const tokens = Math.min(work.tokens.length, sliceRoom)
    if (tokens === 0) break
    parts.push({ work, tokens })
    sliceRoom -= tokens
  }
  return parts
}
