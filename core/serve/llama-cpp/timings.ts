/** llama.cpp's `timings`. Source: `server_slot_stats::to_json` in tools/server/server-common.cpp, v0.4.0. */
import { timesOf } from '../figures'
import type { ServedEvent, ServedFinish, ServedUsage } from '../served-event'

export interface Timings {
  readonly cache_n: number
  readonly prompt_n: number
  readonly prompt_ms: number
  readonly prompt_per_token_ms: number
  readonly prompt_per_second: number
  readonly predicted_n: number
  readonly predicted_ms: number
  readonly predicted_per_token_ms: number
  readonly predicted_per_second: number
  readonly draft_n?: number
  readonly draft_n_accepted?: number
}

export interface TimedSoFar {
  readonly cachedTokens: number
  readonly processedTokens: number
  readonly outputTokens: number
  readonly promptMs: number
  readonly decodeMs: number
}

const ratio = (value: number, of: number): number => (of > 0 ? value / of : 0)

/** The first token comes with the last token of the prompt, so it needs no separate step. */
export function timingsOf({ cachedTokens, processedTokens, outputTokens, promptMs, decodeMs }: TimedSoFar): Timings {
  const steps = Math.max(0, outputTokens - 1)
  return {
    cache_n: cachedTokens,
    prompt_n: processedTokens,
    prompt_ms: promptMs,
    prompt_per_token_ms: ratio(promptMs, processedTokens),
    prompt_per_second: ratio(1000 * processedTokens, promptMs),
    predicted_n: outputTokens,
    predicted_ms: decodeMs,
    predicted_per_token_ms: ratio(decodeMs, steps),
    predicted_per_second: ratio(1000 * steps, decodeMs),
  }
}

/** The timings of an answer that is being written. `now` is in ms. */
export class RunningTimings {
  promptTokens = 0
  outputTokens = 0
  private cachedTokens = 0
  private processedTokens = 0
  private promptMs = 0
  private decodeMs = 0
  private firstMs: number | undefined

  constructor(private readonly now: () => number) {}

  /** Returns whether the event ends the processing of the prompt, because the last update of the prefill can be missing. */
  push(event: ServedEvent): boolean {
    const wasProcessing = this.processedTokens < this.promptTokens - this.cachedTokens
    if (event.type === 'prefill') {
      const { promptTokens, cachedTokens, processedTokens, ms } = event
      // Before the first slice, no time counts as processing.
      Object.assign(this, { promptTokens, cachedTokens, processedTokens, promptMs: processedTokens > 0 ? ms : 0 })
    } else if (event.type !== 'logprobs' && event.type !== 'finish') {
      this.firstMs ??= this.now()
      this.processedTokens = this.promptTokens - this.cachedTokens
      this.outputTokens = event.outputTokens
      this.decodeMs = this.now() - this.firstMs
      return wasProcessing
    }
    return false
  }

  get timings(): Timings {
    const { cachedTokens, processedTokens, outputTokens, promptMs, decodeMs } = this
    return timingsOf({ cachedTokens, processedTokens, outputTokens, promptMs, decodeMs })
  }

  get progress() {
    const { promptTokens: total, cachedTokens: cache, processedTokens } = this
    return { total, cache, processed: cache + processedTokens }
  }
}

export function finalTimings(finish: Pick<ServedFinish, 'metrics'> & { readonly usage: ServedUsage }): Timings {
  const { speculation } = finish.metrics
  const drafts = speculation && speculation.drafted > 0 ? { draft_n: speculation.drafted, draft_n_accepted: speculation.accepted } : {}
  return { ...timingsOf({ ...finish.usage, ...timesOf(finish) }), ...drafts }
}
