import type { CompareProgress, CompareRunSummary, RunState } from '../../../contract/compare/compare-runs'
import { formatCount, formatDuration, formatPercent } from '../../../text/amounts'
import { dateTime, day } from '../../words/en'

const states: Readonly<Record<RunState, string>> = {
  running: 'running',
  paused: 'paused',
  done: 'done',
  cancelled: 'canceled',
  interrupted: 'interrupted',
}

type Counts = Pick<CompareRunSummary, 'kind' | 'state' | 'done' | 'cells' | 'failed'>

export const runs = {
  title: 'Compare',
  newComparison: 'New comparison',
  /** Names the list and the button that opens it in a narrow window. */
  label: 'Runs',
  comparison: 'Comparison',
  imported: {
    button: 'Import…',
    tooltip: 'llama-bench results as CSV, JSON or JSONL, or a file that Headroom exported',
    field: 'File to import',
  },
  filter: { label: 'Filter the runs', placeholder: 'Filter by title or model', nothing: 'No run matches this filter.' },
  empty: 'There are no comparisons yet.',
  running: {
    sentence: { what: 'A benchmark is running.', todo: 'The chat gets its model back when the benchmark ends or is paused.' },
    show: 'Show benchmark',
  },

  item: {
    /** Used if neither a title nor a model is known. */
    unnamed: 'Imported run',
    newTitle: 'New title of the run',
    /** For example `Nov 24 · running 3/20 · Qwen2.5`. */
    line({ startedAt, modelName, ...counts }: Counts & Pick<CompareRunSummary, 'startedAt' | 'modelName'>): string {
      return [day(startedAt), shortState(counts), modelName].filter(Boolean).join(' · ')
    },
    overlay: (run: string): string => `Overlay ${run}`,
    removeOverlay: (run: string): string => `Remove the overlay ${run}`,
    rename: 'Rename',
    exportCsv: 'Export as CSV',
    remove: 'Delete…',
  },

  removal: {
    title: 'Delete this run?',
    text: (run: string): string =>
      `“${run}” and all its measurements will be deleted. You can’t undo this. To keep a copy, export it first.`,
    no: 'Keep it',
    yes: 'Delete',
  },
}

function shortState({ kind, state, done, cells, failed }: Counts): string {
  if (kind === 'imported') return 'imported'
  if (state !== 'done') return `${states[state]} ${formatCount(done)}/${formatCount(cells)}`
  if (failed > 0) return `${formatCount(failed)} failed`
  return kind === 'tune' ? 'tuning' : ''
}

export const run = {
  loading: 'Loading…',
  noResultsYet: 'The first results will appear soon.',
  noResults: 'This run has no results.',
  /** Precedes the title of a second run. */
  overlay: 'Overlay:',
  removeOverlay: (run: string): string => `Remove the overlay ${run}`,
  /** For example `done, 20 of 20 measured`. `partly`: cells with results of some of their repetitions. */
  counts({ kind, state, done, cells, failed }: Counts, partly: number): string {
    const complete = `${formatCount(done)} of ${formatCount(cells)} measured`
    const measured = partly === 0 ? complete : `${complete} completely, ${formatCount(partly)} in part`
    const what =
      kind === 'imported'
        ? 'imported'
        : state === 'interrupted'
          ? `interrupted because Headroom closed, ${measured}`
          : `${states[state]}, ${measured}`
    return failed > 0 ? `${what}, ${formatCount(failed)} failed` : what
  },
  startedAt: dateTime,
  continue: 'Continue',
  /** For measurements that failed because the server was lost. */
  measureLost: 'Retry lost measurements',
  editCopy: 'Edit a copy',
  export: 'Export',
  formats: { csv: 'CSV, starting with llama-bench’s columns', json: 'JSON', markdown: 'Markdown' },
}

export const progress = {
  label: 'Progress',
  bar: 'Progress of the benchmark',
  left({ state, secondsLeft, share }: Pick<CompareProgress, 'state' | 'secondsLeft' | 'share'>): string {
    if (state === 'paused') return states.paused
    return secondsLeft === null
      ? `${formatPercent(share)}, time left not known yet`
      : `${formatPercent(share)}, about ${formatDuration(secondsLeft)} left`
  },
  continue: 'Continue',
  pause: 'Pause',
  pausing: 'Pausing after this measurement',
  cancel: 'Cancel',
  /** `current` names the current setting and test. null if unknown. */
  line({ state, done, cells, failed }: Pick<CompareProgress, 'state' | 'done' | 'cells' | 'failed'>, current: string | null): string {
    const measured = `${formatCount(done)} of ${formatCount(cells)} measurements done${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`
    if (state === 'paused') return `${measured}. The chat can use the machine; all results are kept.`
    return current === null ? measured : `${measured}. Now: ${current}`
  },
}
