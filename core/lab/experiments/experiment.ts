/** Experiments of the Lab and their results: facts by column. Their words are in core/copy. */

export const experimentNames = [
  'naive-or-cached',
  'grow-or-allocate',
  'attention-shapes',
  'eager-or-online',
  'policies',
  'kv-types',
  'reservations',
  'page-sizes',
  'compaction-cadence',
  'prefix-sharing',
] as const
export type ExperimentName = (typeof experimentNames)[number]

/** In the order of the table. */
export const experimentColumns = {
  'naive-or-cached': ['outputTokens', 'naiveMs', 'cachedMs', 'speedup', 'naiveRows', 'cachedRows', 'rowsRatio', 'isSame'],
  'grow-or-allocate': ['cells', 'allocatedMs', 'grownMs', 'copiedBytes'],
  'attention-shapes': ['attention', 'kvHeads', 'elementsPerLayer', 'f16Bytes', 'q8Bytes', 'share'],
  'eager-or-online': ['promptTokens', 'eagerMs', 'onlineMs', 'eagerBytes', 'onlineBytes', 'largestDifference'],
  policies: ['policy', 'signal', 'budgetTokens', 'heldCells', 'perplexity', 'recall', 'peakScoreBytes', 'msPerToken'],
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
} as const satisfies Readonly<Record<ExperimentName, readonly string[]>>
export type ColumnOf<Name extends ExperimentName> = (typeof experimentColumns)[Name][number]

export type ResultCell = string | number | boolean | null
export type ResultRow = Readonly<Record<string, ResultCell>>

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
