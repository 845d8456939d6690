import type { ClientFigure, ClientFigureName } from '../../../core/compare/statistics/client-turn'
import type { MeasuredTurn } from '../../../core/compare/statistics/goodput'
import type { SuiteFigures } from '../../../core/compare/suite/suite-figures'
import type { Percentiles } from '../../../core/contract/chat/turn'
import type { CompareResultOf, SpeedTest } from '../../../core/contract/compare/compare-tasks'
import type { CompareVariant } from '../../../core/contract/compare/compare-variants'
import type { Failure } from '../../../core/contract/errors/errors'

/** `error` is null if unknown. */
export interface Estimate {
  readonly value: number
  readonly error: number | null
  /** Of the repetitions. Absent if they are unknown. */
  readonly median?: number
}

export interface SpeedPoint {
  readonly test: SpeedTest
  /** In tokens per second. `error` is the standard deviation of the repetitions. */
  readonly rate: Estimate
  /** null if unknown. */
  readonly samples: number | null
  /** True while repetitions are missing. */
  readonly isPartial: boolean
}

export interface MeasuredLatency {
  /** In milliseconds. `error` is the standard deviation over the turns. */
  readonly ttft: Estimate | null
  /** In milliseconds, over the gaps of all turns. */
  readonly itl: Percentiles | null
  readonly tpot: Estimate | null
  readonly turns: readonly MeasuredTurn[]
  /** What a client sees, the same for this machine and a server. `error` is the standard deviation over the turns. */
  readonly client: Readonly<Record<'promptTokens' | 'cachedTokens' | 'promptRate' | 'outputRate', Estimate | null>>
}

/** null where unknown. */
export interface MeasuredServer {
  readonly kind: string | null
  readonly version: string | null
  readonly name: string | null
  readonly model: string | null
  /** The figures of its turns, with their sources. null for an imported run, or if no turn was measured. */
  readonly figures: Readonly<Record<ClientFigureName, ClientFigure>> | null
}

export interface MeasuredQuality {
  readonly perplexity: Estimate | null
  /** null for an imported run without it. */
  readonly referencePerplexity: number | null
  /** PPL(setting) / PPL(reference) - 1. Its error is paired, because both read the same tokens. */
  readonly perplexityChange: Estimate | null
  /** KL(reference || setting), in nats. */
  readonly divergence: {
    readonly mean: Estimate
    readonly p99: number | null
    readonly p999: number | null
    readonly max: number | null
  } | null
  readonly topAgreement: Estimate | null
  readonly rmsProbabilityChange: Estimate | null
  /** null if unknown. */
  readonly method: CompareResultOf<'quality'>['method'] | null
  readonly scoredTokens: number | null
}

export interface MeasuredPasskey {
  readonly found: number
  readonly trials: number
  /** Empty if only the total is known. */
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
  readonly text: string
  /** null for a server, because it returns text instead of tokens. */
  readonly tokens: readonly { readonly id: number; readonly text: string }[] | null
}

export interface FailedCell {
  readonly what: string
  readonly failure: Failure
}

export interface MeasuredSetting {
  readonly id: string
  readonly runId: string
  readonly name: string
  readonly isReference: boolean
  /** null if imported from a file. */
  readonly settings: CompareVariant | null
  /** null for a setting of this machine. */
  readonly server: MeasuredServer | null
  /** In the test that most settings of the run share. null if unknown. */
  readonly memory: {
    readonly plannedBytes: number | null
    readonly allocatedBytes: number
    readonly contextTokens: number | null
  } | null
  readonly speeds: readonly SpeedPoint[]
  /** In milliseconds, sorted. From chat turns, or else from speed tests. */
  readonly gapsMs: readonly number[]
  readonly latency: MeasuredLatency | null
  readonly quality: MeasuredQuality | null
  readonly passkey: MeasuredPasskey | null
  readonly suite: SuiteFigures
  readonly cacheless: MeasuredCacheless | null
  readonly answers: readonly MeasuredAnswer[]
  readonly failed: readonly FailedCell[]
  readonly waiting: number
}
