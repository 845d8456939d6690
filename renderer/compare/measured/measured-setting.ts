/** One setting of one run with everything that was measured of it: a line of the table, a mark in the charts. */
import type { MeasuredTurn } from '../../../core/compare/statistics/goodput'
import type { Percentiles } from '../../../core/contract/chat/turn'
import type { SpeedTest } from '../../../core/contract/compare/bench-tasks'
import type { Failure } from '../../../core/contract/errors/errors'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'

/** A value with how far it may be off; null: it was measured once, or without it. */
export interface Estimate {
  readonly value: number
  readonly error: number | null
}

export interface SpeedPoint {
  readonly test: SpeedTest
  /** Tokens per second; `error` is the standard deviation of the repetitions. */
  readonly rate: Estimate
  /** Repetitions; null: not known. */
  readonly samples: number | null
}

export interface MeasuredLatency {
  /** Milliseconds; `error` is the standard deviation over the turns. */
  readonly ttft: Estimate | null
  /** Of the gaps of all turns together, in milliseconds. */
  readonly itl: Percentiles | null
  readonly tpot: Estimate | null
  /** Of each turn, for goodput. */
  readonly turns: readonly MeasuredTurn[]
}

export interface MeasuredQuality {
  readonly perplexity: Estimate | null
  /** PPL(setting) / PPL(reference) - 1; its error knows that both read the same tokens. */
  readonly perplexityChange: Estimate | null
  /** Of KL(reference || setting), in nats. */
  readonly divergence: {
    readonly mean: Estimate
    readonly p99: number | null
    readonly p999: number | null
    readonly max: number | null
  } | null
  readonly topAgreement: Estimate | null
  readonly rmsProbabilityChange: Estimate | null
  /** Which logits were looked at, and what that can cost; null: not known. */
  readonly method: string | null
  readonly scoredTokens: number | null
}

export interface MeasuredPasskey {
  /** Over all depths. */
  readonly found: number
  readonly trials: number
  /** Empty where only the sum is known. */
  readonly byDepth: readonly { readonly depth: number; readonly found: number; readonly trials: number }[]
}

export interface MeasuredCacheless {
  readonly promptTokens: number
  readonly withCacheMs: readonly number[]
  readonly withoutCacheMs: readonly number[]
  readonly identical: boolean
  readonly firstDifference: number | null
}

export interface MeasuredAnswer {
  readonly prompt: string
  readonly tokens: readonly { readonly id: number; readonly text: string }[]
}

/** A cell that has no result, and why. */
export interface FailedCell {
  readonly what: string
  readonly failure: Failure
}

export interface MeasuredSetting {
  /** Unique among all runs that are shown. */
  readonly id: string
  readonly runId: string
  readonly name: string
  /** The others of its run are measured against it. */
  readonly isReference: boolean
  /** null: of another program. */
  readonly settings: KvSettings | null
  /** Of the caches of one context, as long for this setting as for the others of its run; null: not known. */
  readonly memory: {
    readonly plannedBytes: number | null
    readonly allocatedBytes: number
    readonly contextTokens: number | null
  } | null
  readonly speeds: readonly SpeedPoint[]
  /** Gaps between tokens of its turns or, without any, of its speed tests; sorted, in milliseconds. */
  readonly gapsMs: readonly number[]
  readonly latency: MeasuredLatency | null
  readonly quality: MeasuredQuality | null
  readonly passkey: MeasuredPasskey | null
  readonly cacheless: MeasuredCacheless | null
  readonly answers: readonly MeasuredAnswer[]
  readonly failed: readonly FailedCell[]
  /** Cells of the run that have no result yet. */
  readonly waiting: number
}
