/**
 * Which tokens the next `llama_decode` evaluates:
 *
 *   waiting:  answer A (1 token) · prompt B (4,096) · answer C (1) · prompt D (300) · prompt E (300)
 *   batch 1:  D, because it is short
 *   batch 2:  A · C · D, now with an answer · a slice of B
 *   batch 3:  E
 *
 * Between two of their tokens, answers wait for one short prompt, because slices of it would delay them for longer in total. If the prompt takes
 * too long, they wait for a part of it, and its rest comes before the next short prompt. Otherwise answers come first, so an answer waits for a
 * slice of a long prompt, never for the whole prompt. A turn whose work was evaluated goes to the back of the queue, so the oldest work is next.
 */
export interface Waiting {
  /** An `answer` needs logits, so its tokens are evaluated together: one, or one and a draft. A `prompt` can be cut anywhere. */
  readonly kind: 'answer' | 'prompt'
  readonly tokens: ArrayLike<unknown>
  /** Tokens of the whole prompt that were not reused. This work may have only a part of them. Default: those of this work. */
  readonly promptTokens?: number
  /** The turn's last batch had only a part of the prompt. */
  readonly isRest?: boolean
}

export interface Part<Work extends Waiting> {
  readonly work: Work
  readonly tokens: number
}

export interface BatchLimits {
  readonly batchTokens: number
  /** Most tokens of short prompts between two tokens of an answer. A short prompt is one that fits into a batch. With 0, none is short. */
  readonly pauseTokens: number
  /** False if llama.cpp cannot evaluate several sequences in one batch. Then they take turns. */
  readonly sharesBatches: boolean
}

export interface Batch<Work extends Waiting> {
  readonly parts: readonly Part<Work>[]
  /** It has a short prompt or a part of one, and answers wait for it. */
  readonly isPause: boolean
}

/**
 * Prompts share a batch up to this many tokens in total: a GPU evaluates that many in about the time of one, and a CPU is no faster per token
 * with more.
 */
export const sharedPromptTokens = 128

export class BatchComposer<Work extends Waiting> {
  /** Answers that have waited for a short prompt, and have had no token since. */
  private owed: readonly Work[] = []

  /**
   * `waiting` has the oldest work first, and at most one entry per sequence. No answer may be longer than a batch. `nextSlice` returns the most
   * tokens of long prompts in a batch with answers. With 0, the batch has no tokens of long prompts.
   */
  compose(waiting: readonly Work[], limits: BatchLimits, nextSlice: () => number): Batch<Work> {
    const answers = waiting.filter(isAnswer)
    const short = answers.length > 0 ? waiting.filter((work) => isShort(work, limits)) : []
    this.owed = this.owed.filter((work) => answers.includes(work))
    if (short.length > 0 && this.owed.length === 0) {
      this.owed = answers
      const ordered = [...short.filter(({ isRest }) => isRest), ...short.filter(({ isRest }) => !isRest)]
      return { parts: composePrompts(ordered, Math.min(limits.batchTokens, limits.pauseTokens), limits), isPause: true }
    }
    const others = waiting.filter((work) => !short.includes(work))
    return { parts: composeBatch(others, limits, nextSlice), isPause: false }
  }
}

export const isAnswer = ({ kind }: Waiting): boolean => kind === 'answer'

export const tokensIn = (parts: readonly Part<Waiting>[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0)

const isShort = (work: Waiting, { batchTokens, pauseTokens }: BatchLimits): boolean =>
  !isAnswer(work) && pauseTokens > 0 && (work.promptTokens ?? work.tokens.length) <= batchTokens

/**
 * Cuts only the first prompt. llama.cpp evaluates the sequences of a batch with the same number of tokens each, so for a piece of another prompt,
 * it would read the weights once more.
 */
function composePrompts<Work extends Waiting>(prompts: readonly Work[], most: number, { sharesBatches }: BatchLimits): Part<Work>[] {
  const parts: Part<Work>[] = []
  let left = Math.min(most, Math.max(prompts[0]?.tokens.length ?? 0, sharedPromptTokens))
  for (const work of prompts) {
    const tokens = Math.min(work.tokens.length, left)
    if (tokens <= 0 || (parts.length > 0 && (!sharesBatches || tokens < work.tokens.length))) continue
    parts.push({ work, tokens })
    left -= tokens
  }
  return parts
}

function composeBatch<Work extends Waiting>(waiting: readonly Work[], limits: BatchLimits, nextSlice: () => number): Part<Work>[] {
  const answers = waiting.filter(isAnswer)
  const prompts = waiting.filter((work) => !isAnswer(work))
  const { batchTokens } = limits
  if (answers.length === 0) return composePrompts(prompts, batchTokens, limits)
  const sliceTokens = prompts.length > 0 ? Math.min(nextSlice(), batchTokens) : 0
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
  // A slice delays the answers less than a whole prompt, so it is filled, even with pieces of several prompts.
  let sliceRoom = Math.min(sliceTokens, room)
  for (const work of prompts) {
    const tokens = Math.min(work.tokens.length, sliceRoom)
    if (tokens === 0) break
    parts.push({ work, tokens })
    sliceRoom -= tokens
  }
  return parts
}
