/**
 * Source: nvidia/kvpress-leaderboard at Hugging Face, src/settings.py (LB_DEFAULT_COLUMNS); NVIDIA/kvpress, evaluation/evaluate.py
 * (`query_aware`; RULER's `task`, where `data_dir` is the length of a prompt). Headroom adds the error bar (`score_low`, `score_high`).
 */
import { csvOf } from '../../text/csv'
import { type ExperimentResult, isEstimate } from './experiment'
import { recallTasks, taskColumns } from './policy-measures'
import { policiesSetup } from './setups'

const columns = [
  'dataset',
  'data_dir',
  'task',
  'model',
  'method',
  'compression_ratio',
  'query_aware',
  'score',
  'score_low',
  'score_high',
] as const

/** Policies whose kvpress name differs in more than dashes and underscores. */
const methods: Readonly<Record<string, string>> = {
  full: 'no_press',
  'ada-kv': 'adakv_snapkv',
  'ada-expected-attention': 'adakv_expected_attention_e2',
}
const methodOf = (policy: string): string => methods[policy] ?? policy.replace(/^ada:/, 'adakv_').replaceAll('-', '_')

/** Rows of policies that save no memory have no mode. They are written once for each mode. */
export function kvpressCsv({ model, rows }: ExperimentResult): string {
  return csvOf(
    columns,
    rows.flatMap((row) =>
      recallTasks.flatMap((task) => {
        const score = row[taskColumns[task]]
        if (!isEstimate(score)) return []
        const seen = row.mode === null ? [false, true] : [row.mode === 'query-aware']
        return seen.map((isAware) => [
          'headroom-lab',
          policiesSetup.promptTokens,
          task,
          model,
          methodOf(String(row.policy)),
          Number(row.compressionRatio),
          isAware,
          score.value,
          score.low,
          score.high,
        ])
      }),
    ),
  )
}
