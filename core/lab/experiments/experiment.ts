/** The Lab's experiments and their results. Titles and labels are in core/copy. */

import type { PolicyName } from '../selection/policy'
import type { PolicyTask, QuestionMode } from './policy-measures'

export const experimentNames = [
  'naive-or-cached',
  'grow-or-allocate',
  'attention-shapes',
  'eager-or-online',
  'attention-mass',
  'policies',
  'observation-window',
  'kv-types',
  'reservations',
  'page-sizes',
  'compaction-cadence',
  'prefix-sharing',
  'both-walls',
  'smallest-budget',
] as const
export type ExperimentName = (typeof experimentNames)[number]

/** In the order of the table. */
export const experimentColumns = {
  'naive-or-cached': ['outputTokens', 'naiveMs', 'cachedMs', 'speedup', 'naiveRows', 'cachedRows', 'rowsRatio', 'isSame'],
  'grow-or-allocate': ['cells', 'allocatedMs', 'grownMs', 'copiedBytes'],
  'attention-shapes': ['attention', 'kvHeads', 'elementsPerLayer', 'f16Bytes', 'q8Bytes', 'share'],
  'eager-or-online': ['promptTokens', 'eagerMs', 'onlineMs', 'eagerBytes', 'onlineBytes', 'largestDifference'],
  'attention-mass': ['layer', 'eachQuery', 'fixedCells'],
  policies: [
    'policy',
    'signal',
    'mode',
    'askedRatio',
    'budgetTokens',
    'compressionRatio',
    'needle',
    'multiKey',
    'variableTracking',
    'commonWords',
    'perplexity',
    'heldCells',
    'peakScoreBytes',
    'msPerToken',
  ],
  'observation-window': ['mode', 'queries', 'needle', 'multiKey'],
  'kv-types': ['keyType', 'valueType', 'residualTokens', 'bytesPerToken', 'packedBytesPerToken', 'perplexity', 'recall'],
  reservations: ['reservation', 'tokens', 'reserved', 'free', 'running'],
  'page-sizes': ['blockTokens', 'fragmentation', 'blocksPerSequence', 'running'],
  'compaction-cadence': [
    'compaction',
    'everyTokens',
    'p50Ms',
    'p99Ms',
    'evictedPerPass',
    'occupancy',
    'freedPerPass',
    'copiesPerPass',
    'copiesPerToken',
    'blocksHeld',
  ],
  'prefix-sharing': ['poolTokens', 'blockTokens', 'promptTokens', 'reusedTokens', 'hitRate'],
  'both-walls': [
    'policy',
    'signal',
    'peakScoreBytes',
    'budgetTokens',
    'blockTokens',
    'evicted',
    'freedNone',
    'freedHoleFill',
    'freedRepack',
    'freedOwnNone',
    'freedOwnRepack',
    'copiesHoleFill',
    'copiesRepack',
    'pauseHoleFillMs',
    'pauseRepackMs',
    'gapMs',
    'hitBefore',
    'hitNone',
    'hitHoleFill',
    'hitRepack',
    'perplexity',
    'recall',
  ],
  'smallest-budget': [
    'policy',
    'measure',
    'mostLoss',
    'budgetTokens',
    'loss',
    'error',
    'refusedTokens',
    'refusedLoss',
    'refusedError',
    'tried',
  ],
} as const satisfies Readonly<Record<ExperimentName, readonly string[]>>
/** Shown only if a row has a value. */
export const optionalColumns: ReadonlySet<string> = new Set<ColumnOf<'policies'>>(['askedRatio'])
export type ColumnOf<Name extends ExperimentName> = (typeof experimentColumns)[Name][number]

/** A measured value and its error bar. */
export interface ResultEstimate {
  readonly value: number
  readonly low: number
  readonly high: number
}
export type ResultCell = string | number | boolean | ResultEstimate | null
export const isEstimate = (cell: ResultCell | undefined): cell is ResultEstimate => typeof cell === 'object' && cell !== null
export type ResultRow = Readonly<Record<string, ResultCell>>

/** For the experiment `smallest-budget`. */
export interface GateChoice {
  readonly measure: 'perplexity' | 'recall'
  /** A percentage of the full cache's perplexity, or points of recall. */
  readonly mostLoss: number
  /** null for all policies. */
  readonly policies: readonly PolicyName[] | null
}

/** The experiment uses its default for each choice that is absent. */
export interface ExperimentChoices {
  readonly gate?: GateChoice
  /** Cells per head. */
  readonly budgets?: readonly number[]
  /** Instead of `budgets`: shares of a prompt's cells that are removed. */
  readonly ratios?: readonly number[]
  /** In tokens. */
  readonly blockTokens?: readonly number[]
  readonly modes?: readonly QuestionMode[]
  readonly tasks?: readonly PolicyTask[]
  readonly policies?: readonly PolicyName[]
  /** Unpacked tokens of the packings like KIVI's, a multiple of 32. */
  readonly residualTokens?: number
}

export interface ExperimentResult {
  readonly name: ExperimentName
  /** null if no model ran. */
  readonly model: string | null
  readonly seed: number
  readonly rows: readonly ResultRow[]
}

export const resultOf = <Name extends ExperimentName>(
  name: Name,
  origin: Pick<ExperimentResult, 'model' | 'seed'>,
  rows: readonly Readonly<Record<ColumnOf<Name>, ResultCell>>[],
): ExperimentResult => ({ name, ...origin, rows: rows.map((row) => ({ ...row })) })
