import { CircleStop, Download, Play } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { type ExperimentName, type ExperimentResult, experimentNames, resultToCsv } from '../../../core/lab/experiments/experiment'
import { formatPercent } from '../../../core/text/amounts'
import { saveFile } from '../../client/save-file'
import { Alert } from '../../ui/alert'
import { ChartCard } from '../../ui/charts/chart-card'
import { Button } from '../../ui/controls/button'
import { type CatalogueEntry, catalogue } from './catalogue'
import { chartOf } from './experiment-chart'
import { ExperimentPicture } from './experiment-picture'
import { cancelExperiment, chooseModel, dismissTrouble, runExperiment, useExperiments } from './experiment-store'
import { ModelChoice } from './model-choice'
import { ResultTable } from './result-table'

export function ExperimentCards() {
  const modelId = useExperiments((state) => state.modelId)
  return (
    <div className="mx-auto max-w-5xl px-5 py-4 @max-[62.5rem]:px-4">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-2xl text-[13px] text-soft leading-snug">
          Each experiment runs on this machine, on one core and with the lowest priority, so the chat goes first. Its times are comparable
          only while nothing else runs. On the command line: <code className="font-mono text-[12px]">headroom lab</code>.
        </p>
        <div className="w-56">
          <ModelChoice value={modelId} onChange={chooseModel} />
        </div>
      </div>
      <ul className="flex flex-col gap-3">
        {experimentNames.map((name) => (
          <li key={name} className="min-w-0">
            <Card name={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Card({ name }: { readonly name: ExperimentName }) {
  const entry = catalogue[name]
  const result = useExperiments((state) => state.results[name])
  const trouble = useExperiments((state) => (state.trouble?.name === name ? state.trouble.sentence : null))
  return (
    <article aria-label={entry.title} className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-medium">{entry.title}</h2>
          <p className="text-[13px] text-soft leading-snug">{entry.question}</p>
        </div>
        <RunButton name={name} entry={entry} hasResult={result !== undefined} />
      </div>
      {trouble && <Alert tone="danger" sentence={trouble} onDismiss={dismissTrouble} />}
      {result && <Result result={result} />}
    </article>
  )
}

interface RunButtonProps {
  readonly name: ExperimentName
  readonly entry: CatalogueEntry
  readonly hasResult: boolean
}

function RunButton({ name, entry, hasResult }: RunButtonProps) {
  const running = useExperiments((state) => state.running)
  if (running?.name === name)
    return (
      <div className="flex w-36 shrink-0 flex-col items-end gap-1">
        <Button className="h-7" onClick={cancelExperiment}>
          <CircleStop size={14} aria-hidden /> Cancel
        </Button>
        <p role="status" className="w-full truncate text-right text-[12px] text-soft" title={copy.lab.work(running.work)}>
          {copy.lab.progress(formatPercent(running.share), copy.lab.work(running.work))}
        </p>
      </div>
    )
  return (
    <div className="flex shrink-0 flex-col items-end gap-1">
      <Button className="h-7" disabled={running !== null} aria-label={`Run ${entry.title}`} onClick={() => void runExperiment(name)}>
        <Play size={14} aria-hidden /> {hasResult ? 'Run again' : 'Run'}
      </Button>
      <span className="text-[12px] text-faint">{entry.duration}</span>
    </div>
  )
}

/** Wider tables have the chart above them. */
const mostColumnsSideBySide = 7

function Result({ result }: { readonly result: ExperimentResult }) {
  const chart = chartOf(result)
  const origin = [result.model, result.text, `seed ${result.seed}`].filter((part) => part !== null).join('; ')
  const legend = chart.kind === 'lines' ? chart.lines.map(({ name }, look) => ({ id: name, name, look })) : []
  return (
    <div
      className={`grid items-start gap-x-5 gap-y-2 @max-[62.5rem]:grid-cols-1 ${result.columns.length > mostColumnsSideBySide ? 'grid-cols-1' : 'grid-cols-2'}`}
    >
      <ChartCard
        title={result.title}
        meaning={result.expected}
        note={chart.note}
        source={origin}
        legend={legend.length > 1 ? legend : []}
        actions={
          <Button
            look="quiet"
            className="h-7 px-2"
            aria-label={`${result.title} as CSV`}
            onClick={() => saveFile({ fileName: `lab-${result.name}.csv`, mediaType: 'text/csv', text: resultToCsv(result) })}
          >
            <Download size={13} aria-hidden /> CSV
          </Button>
        }
      >
        <ExperimentPicture result={result} chart={chart} />
      </ChartCard>
      <div className="flex min-w-0 flex-col gap-2">
        <ResultTable result={result} />
        <p className="text-[12px] text-soft leading-snug">
          <strong className="font-medium text-ink">What to expect.</strong> {result.expected}
        </p>
        {result.notes.length > 0 && (
          <ul aria-label="Notes" className="flex list-disc flex-col gap-0.5 pl-4 text-[12px] text-soft leading-snug">
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <p className="text-[12px] text-faint leading-snug">{origin}.</p>
      </div>
    </div>
  )
}
