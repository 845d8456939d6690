import { counted, tokens } from '../../words/en'
import { walls } from './walls'

export const charts = {
  'naive-or-cached': {
    note: 'Time for the whole answer in ms, by its length in tokens. Each length is measured once.',
    x: 'tokens',
    y: 'ms',
    lines: { naiveMs: 'without a cache', cachedMs: 'with a cache' },
  },
  'grow-or-allocate': {
    note: 'Time for 1,000 inserts in ms, by the number of cells in the cache.',
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
  'attention-mass': {
    note: 'Share of the attention that goes to the top 20% of the cells, in %, by layer. Whiskers: from the lowest to the highest head.',
    x: 'layer',
    y: '%',
    lines: { eachQuery: 'each query’s own cells', fixedCells: 'the same cells for all queries' },
  },
  policies: {
    note: (mode: string): string =>
      `Mean score of the tasks, in %, by the share of the cells that compression removed, as kvpress plots it; ${mode}. Whiskers: 95% intervals.`,
    x: '% removed',
    y: '%',
    mode: 'Question',
    shown: (most: number): string => `Curves (up to ${most})`,
    none: 'No task with a question was measured in this mode.',
    kvpress: 'CSV for kvpress',
    kvpressOf: (title: string): string => `${title} as CSV for kvpress`,
  },
  'observation-window': {
    note: 'Score for one needle, in %, by the number of queries in the window. Whiskers: 95% intervals.',
    x: 'queries',
    y: '%',
  },
  'kv-types': {
    note: 'Perplexity of the texts: lower is better.',
    unit: '',
    /** `residualTokens` is null if all rows are packed. */
    bar: (keyType: string, valueType: string, residualTokens: number | null): string =>
      residualTokens === null ? `K ${keyType}, V ${valueType}` : `K ${keyType}, V ${valueType}, residual ${residualTokens}`,
  },
  reservations: { note: 'Share of the memory that holds tokens, in %.', unit: '%' },
  'page-sizes': {
    note: 'Share of the slots in used blocks that hold no token, in %, by block size in tokens.',
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
    note: 'Share of all prompt tokens that were in the cache already, in %, by block size in tokens.',
    x: 'tokens',
    y: '%',
    line: (poolTokens: number): string => `pool of ${tokens(poolTokens)}`,
  },
  ...walls.charts,
}
