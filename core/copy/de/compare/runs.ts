import type { CompareRunSummary, RunState } from '../../../contract/compare/compare-runs'
import { formatCount, formatDuration, formatPercent } from '../../../text/amounts'
import type { progress as englishProgress, run as englishRun, runs as englishRuns } from '../../en/compare/runs'
import { dateTime, day } from '../../words/de'

const states: Readonly<Record<RunState, string>> = {
  running: 'läuft',
  paused: 'angehalten',
  done: 'fertig',
  cancelled: 'abgebrochen',
  interrupted: 'unterbrochen',
}

type Counts = Pick<CompareRunSummary, 'kind' | 'state' | 'done' | 'cells' | 'failed'>

export const runs: typeof englishRuns = {
  title: 'Vergleich',
  newComparison: 'Neuer Vergleich',
  label: 'Durchläufe',
  comparison: 'Vergleich',
  imported: {
    button: 'Importieren …',
    tooltip: 'Ergebnisse von llama-bench als CSV, JSON oder JSONL, oder ein Export von Headroom',
    field: 'Zu importierende Datei',
  },
  filter: {
    label: 'Durchläufe filtern',
    placeholder: 'Nach Titel oder Modell filtern',
    nothing: 'Kein Durchlauf passt zu diesem Filter.',
  },
  empty: 'Es gibt noch keine Vergleiche.',
  running: {
    sentence: {
      what: 'Ein Benchmark läuft.',
      todo: 'Der Chat bekommt sein Modell zurück, sobald der Benchmark endet oder angehalten wird.',
    },
    show: 'Benchmark anzeigen',
  },

  item: {
    unnamed: 'Importierter Durchlauf',
    newTitle: 'Neuer Titel des Durchlaufs',
    line: ({ startedAt, modelName, ...counts }) => [day(startedAt), shortState(counts), modelName].filter(Boolean).join(' · '),
    overlay: (run) => `${run} darüberlegen`,
    removeOverlay: (run) => `${run} nicht mehr darüberlegen`,
    rename: 'Umbenennen',
    exportCsv: 'Als CSV exportieren',
    remove: 'Löschen …',
  },

  removal: {
    title: 'Diesen Durchlauf löschen?',
    text: (run) =>
      `„${run}“ und alle Messungen darin werden gelöscht. Das lässt sich nicht rückgängig machen. Um eine Kopie zu behalten, vorher exportieren.`,
    no: 'Behalten',
    yes: 'Löschen',
  },
}

function shortState({ kind, state, done, cells, failed }: Counts): string {
  if (kind === 'imported') return 'importiert'
  if (state !== 'done') return `${states[state]} ${formatCount(done)}/${formatCount(cells)}`
  if (failed > 0) return `${formatCount(failed)} fehlgeschlagen`
  return kind === 'tune' ? 'Tuning' : ''
}

export const run: typeof englishRun = {
  loading: 'Wird geladen …',
  noResultsYet: 'Die ersten Ergebnisse erscheinen gleich.',
  noResults: 'Dieser Durchlauf hat keine Ergebnisse.',
  overlay: 'Darübergelegt:',
  removeOverlay: runs.item.removeOverlay,
  counts({ kind, state, done, cells, failed }, partly) {
    const complete = `${formatCount(done)} von ${formatCount(cells)}`
    const measured = partly === 0 ? `${complete} gemessen` : `${complete} ganz gemessen, ${formatCount(partly)} teilweise`
    const what =
      kind === 'imported'
        ? 'importiert'
        : state === 'interrupted'
          ? `unterbrochen, weil Headroom beendet wurde, ${measured}`
          : `${states[state]}, ${measured}`
    return failed > 0 ? `${what}, ${formatCount(failed)} fehlgeschlagen` : what
  },
  startedAt: dateTime,
  continue: 'Fortsetzen',
  measureLost: 'Fehlende Messungen nachholen',
  editCopy: 'Kopie bearbeiten',
  export: 'Exportieren',
  formats: { csv: 'CSV, zuerst die Spalten von llama-bench', json: 'JSON', markdown: 'Markdown' },
}

export const progress: typeof englishProgress = {
  label: 'Fortschritt',
  bar: 'Fortschritt des Benchmarks',
  left({ state, secondsLeft, share }) {
    if (state === 'paused') return states.paused
    return secondsLeft === null
      ? `${formatPercent(share)}, Restzeit noch unbekannt`
      : `${formatPercent(share)}, noch etwa ${formatDuration(secondsLeft)}`
  },
  continue: 'Fortsetzen',
  pause: 'Anhalten',
  pausing: 'Hält nach dieser Messung an',
  cancel: 'Abbrechen',
  line({ state, done, cells, failed }, current) {
    const measured = `${formatCount(done)} von ${formatCount(cells)} Messungen fertig${failed > 0 ? `, ${formatCount(failed)} fehlgeschlagen` : ''}`
    if (state === 'paused') return `${measured}. Der Chat kann das Gerät nutzen; alle Ergebnisse bleiben erhalten.`
    return current === null ? measured : `${measured}. Jetzt: ${current}`
  },
}
