import { counted, tokens } from '../../words/en'

export const charts = {
  'naive-or-cached': {
    note: 'Time for the whole answer in ms, by its length in tokens. Each length is measured once.',
    x: 'tokens',
    y: 'ms',
    lines: { naiveMs: 'without a cache', cachedMs: 'with a cache' },
  },
  'grow-or-allocate': {
    note: 'Time of 1000 inserts in ms, by the cells in the cache.',
    x: 'cells',
    y: 'ms',
    lines: { grownMs: 'grown by concatenation', allocatedMs: 'pre-allocated' },
  },
  'attention-shapes': {
    note: 'Size of one token in all layers, in KiB, as f16.',
    unit: 'KiB',
    bar: (attention: string, kvHeads: number | null): string =>
      kvHeads === null ? attention : `${attention}, ${counted(kvHeads, 'KV head', 'KV heads')}`,
  },
  'eager-or-online': {
    note: 'Scores of one head that are in memory at the same time, in KiB, by the length of the prompt in tokens.',
    x: 'tokens',
    y: 'KiB',
    lines: { eagerBytes: 'all at once', onlineBytes: 'tile by tile' },
  },
  policies: {
    note: 'Perplexity of the texts at the middle budget: lower is better. Arms: at the smallest and at the largest budget.',
    unit: '',
  },
  'kv-types': {
    note: 'Perplexity of the texts: lower is better.',
    unit: '',
    /** `residualTokens` is null if all rows are packed. */
    bar: (keyType: string, valueType: string, residualTokens: number | null): string =>
      residualTokens === null ? `K ${keyType}, V ${valueType}` : `K ${keyType}, V ${valueType}, residual ${residualTokens}`,
  },
  reservations: { note: 'Share of the memory that holds a token, in %.', unit: '%' },
  'page-sizes': {
    note: 'Share of the slots in use that hold no token, in %, by the size of a block in tokens.',
    x: 'tokens',
    y: '%',
    lines: { fragmentation: 'internal fragmentation' },
  },
  'compaction-cadence': {
    note: 'Slots that are copied per decoded token, by the number of tokens between two passes.',
    x: 'tokens',
    y: 'copies',
  },
  'prefix-sharing': {
    note: 'Share of all prompt tokens that were in the cache already, in %, by the size of a block in tokens.',
    x: 'tokens',
    y: '%',
    line: (poolTokens: number): string => `pool of ${tokens(poolTokens)}`,
  },
}
