/**
 * How many prompt tokens a batch with answers evaluates. The size follows the measured times, because the cost of a prompt token depends on
 * the model, the processor and the length of the context.
 *
 *   a step without prompts takes 10 ms  →  a step with a slice may take 25 ms  →  after 40 ms, the next slice is shorter
 *
 * With a small model, even a slice of two tokens can take longer, because llama.cpp reads the weights again for it. Then a step may take 50 ms:
 * 20 tokens per second are faster than most people read.
 *
 * A short prompt is not sliced: answers wait for it, at most two seconds at a time.
 */

/** A step with a slice should take at most this many times as long as a step without. */
const longestRatio = 2.5
/** If no slice is short enough for that, a step may take this long. */
const unnoticedMs = 50
/** Below this share of the allowed time, the slice grows. */
const growsBelow = 0.92
const growth = 1.25
const firstSize = 16
export const leastSliceTokens = 2
/** Steps with a slice between two without prompts. The first of them has the shortest slice, so that both measurements are up to date. */
const stepsBetweenComparisons = 32

/** Answers wait for at most this long between two of their tokens. */
const longestPauseMs = 2000
/** Fewer tokens mostly measure the start of a step. */
const leastMeasuredTokens = 64

export class SliceSize {
  private size: number
  private msPerPromptToken: number | undefined
  /** Duration of a step without prompts, by number of answers. */
  private readonly plainMs = new Map<number, number>()
  private newestPlainMs: number | undefined
  /** Duration of a step with the shortest slice, by number of answers. */
  private readonly shortestMs = new Map<number, number>()
  private sinceComparison = Number.POSITIVE_INFINITY

  constructor(private readonly batchTokens: number) {
    this.size = Math.min(firstSize, batchTokens)
  }

  /** Call it once per batch while prompts wait. Returns 0 if the next batch must not contain prompts, never twice in a row. */
  next(answers: number): number {
    if (answers === 0) return this.batchTokens
    const mustCompare = !this.plainMs.has(answers) || this.sinceComparison >= stepsBetweenComparisons
    if (mustCompare && this.sinceComparison > 0) {
      this.sinceComparison = 0
      return 0
    }
    return ++this.sinceComparison === 1 ? leastSliceTokens : this.size
  }

  /** How many tokens of short prompts answers wait for. 0 until a prompt has been measured. */
  get pauseTokens(): number {
    return this.msPerPromptToken === undefined ? 0 : Math.floor(longestPauseMs / this.msPerPromptToken)
  }

  /** `ms` is the duration of a step with this many prompt tokens and no answers. */
  prompt(ms: number, promptTokens: number): void {
    if (promptTokens >= leastMeasuredTokens) this.msPerPromptToken = smoothed(this.msPerPromptToken, ms / promptTokens)
  }

  plain(ms: number, answers: number): void {
    this.newestPlainMs = smoothed(this.plainMs.get(answers), ms)
    this.plainMs.set(answers, this.newestPlainMs)
  }

  /** `ms` is the gap that the answers got, and `promptTokens` the length of the slice in it. */
  mixed(ms: number, answers: number, promptTokens: number): void {
    const plainMs = this.plainOf(answers)
    if (plainMs === undefined) return
    const mostMs = longestRatio * plainMs
    if (promptTokens <= leastSliceTokens) this.shortestMs.set(answers, smoothed(this.shortestMs.get(answers), ms))
    const isShortestTooLong = (this.shortestMs.get(answers) ?? 0) > mostMs
    const share = ms / (isShortestTooLong ? Math.max(mostMs, unnoticedMs) : mostMs)
    if (share > 1) this.size = Math.max(leastSliceTokens, Math.floor(Math.min(this.size, promptTokens) / share))
    // The last slice of a prompt says nothing about longer ones.
    else if (share < growsBelow && promptTokens >= this.size) this.size = Math.min(this.batchTokens, Math.ceil(this.size * growth))
  }

  plainOf(answers: number): number | undefined {
    return this.plainMs.get(answers) ?? this.newestPlainMs
  }
}

/** Falls fast and rises slowly, because interruptions only add time. */
const smoothed = (before: number | undefined, ms: number): number =>
  before === undefined ? ms : before + (ms - before) * (ms < before ? 0.3 : 0.1)
