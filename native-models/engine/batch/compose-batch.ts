/**
 * Which tokens the next `llama_decode` evaluates:
 *
 *   waiting:  answer A (1 token) · prompt B (4,096) · answer C (1) · prompt D (20)
 *   batch:    A · C · a slice of B, and of D if the slice has room
 *
 * Answers come first, so an answer waits for a slice of a long prompt, never for the whole prompt. A short prompt is evaluated whole: that
 * delays the answers once, and by less than its slices would together. Work that was evaluated arrives again behind the rest, so the oldest
 * work is next.
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
  /** Most prompt tokens in a batch with answers. With 0, prompts wait for the batch after the next. */
  readonly sliceTokens: number
  /** A prompt of at most this many tokens is evaluated whole, even next to answers; several only if they have at most as many together. */
  readonly wholeTokens: number
  /** False if llama.cpp cannot evaluate several sequences in one batch. Then they take turns. */
  readonly sharesBatches: boolean
}

/** `waiting` has the oldest work first, and at most one entry per sequence. No answer may be longer than a batch. */
export function composeBatch<Work extends Waiting>(waiting: readonly Work[], limits: BatchLimits): Part<Work>[] {
  const answers = waiting.filter(({ kind }) => kind === 'answer')
  const prompts = waiting.filter(({ kind }) => kind === 'prompt')
  const { batchTokens } = limits
  const sliceTokens = answers.length > 0 ? Math.min(limits.sliceTokens, batchTokens) : batchTokens
  if (!limits.sharesBatches) {
    const next = waiting.find(({ kind }) => kind === 'answer' || sliceTokens > 0)
    if (!next) return []
    return [
      {
        work: next,
        tokens: next.kind === 'answer' || isShort(next, limits) ? next.tokens.length : Math.min(next.tokens.length, sliceTokens),
      },
    ]
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
  let slice = Math.min(sliceTokens, room)
  let wholeRoom = limits.wholeTokens
  if (slice === 0) return parts
  for (const work of prompts) {
    const whole = isShort(work, limits) && work.tokens.length <= Math.min(room, wholeRoom)
    const tokens = whole ? work.tokens.length : Math.min(work.tokens.length, slice, room)
    if (tokens === 0) continue
    parts.push({ work, tokens })
    room -= tokens
    if (whole) wholeRoom -= tokens
    else slice -= tokens
  }
  return parts
}

export const isShort = ({ tokens, promptTokens = tokens.length }: Waiting, { wholeTokens }: Pick<BatchLimits, 'wholeTokens'>): boolean =>
  promptTokens <= wholeTokens
