import { CircleStop, Download, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { type ExperimentName, type ExperimentResult, experimentNames } from '../../../core/lab/experiments/experiment'
import { resultToCsv, tableOf } from '../../../core/lab/experiments/result-table'
import { formatPercent } from '../../../core/text/amounts'
import { saveFile } from '../../client/save-file'
import { FailureAlert } from '../../ui/alert'
import { ChartCard } from '../../ui/charts/chart-card'
import { Button } from '../../ui/controls/button'
import { blockSizesOf } from '../walls/walls-bars'
import { WallsCard } from '../walls/walls-card'
import { BlockTable } from './block-table'
import { chartOf, type ExperimentChart } from './experiment-chart'
import { ExperimentPicture } from './experiment-picture'
import { cancelExperiment, chooseModel, dismissTrouble, recallBudgets, runExperiment, useExperiments } from './experiment-store'
import { ModelChoice } from './model-choice'
import { PolicyCurvesCard } from './policy-curves-card'
import { ResultTable } from './result-table'

export function ExperimentCards() {
  const modelId = useExperiments((state) => state.modelId)
  useEffect(() => void recallBudgets(modelId), [modelId])
  return (
    <div className="mx-auto max-w-5xl px-5 py-4 @max-[62.5rem]:px-4">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-2xl text-[13px] text-soft leading-snug">
          {copy.lab.experiments.intro} <code className="font-mono text-[12px]">headroom lab</code>.
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
  const { title, question } = copy.lab.experiments.cards[name]
  const result = useExperiments((state) => state.results[name])
  const trouble = useExperiments((state) => (state.trouble?.name === name ? state.trouble.failure : null))
  return (
    <article aria-label={title} className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-medium">{title}</h2>
          <p className="text-[13px] text-soft leading-snug">{question}</p>
        </div>
        <RunButton name={name} hasResult={result !== undefined} />
      </div>
      {trouble && <FailureAlert failure={trouble} onDismiss={dismissTrouble} />}
      {name === 'smallest-budget' && <Searched />}
      {result && <Result result={result} />}
    </article>
  )
}

function Searched() {
  const searched = useExperiments((state) => state.searched)
  const texts = copy.lab.experiments
  if (!searched) return null
  return (
    <p className="text-[12px] text-faint leading-snug">
      {texts.searched(searched.at)} {!searched.isCurrent && <span className="text-warning">{texts.changed}</span>}
    </p>
  )
}

interface RunButtonProps {
  readonly name: ExperimentName
  readonly hasResult: boolean
}

function RunButton({ name, hasResult }: RunButtonProps) {
  const running = useExperiments((state) => state.running)
  const texts = copy.lab.experiments
  const { title, duration } = texts.cards[name]
  if (running?.name === name)
    return (
      <div className="flex w-36 shrink-0 flex-col items-end gap-1">
        <Button className="h-7" onClick={cancelExperiment}>
          <CircleStop size={14} aria-hidden /> {texts.cancel}
        </Button>
        <p role="status" className="w-full truncate text-right text-[12px] text-soft" title={copy.lab.work(running.work)}>
          {copy.lab.progress(formatPercent(running.share), copy.lab.work(running.work))}
        </p>
      </div>
    )
  return (
    <div className="flex shrink-0 flex-col items-end gap-1">
      <Button className="h-7" disabled={running !== null} aria-label={texts.runNamed(title)} onClick={() => void runExperiment(name)}>
        <Play size={14} aria-hidden /> {hasResult ? texts.runAgain : texts.run}
      </Button>
      <span className="text-[12px] text-faint">{duration}</span>
    </div>
  )
}

const legendOf = (chart: ExperimentChart) =>
  chart.kind === 'lines' && chart.lines.length > 1 ? chart.lines.map(({ name }, look) => ({ id: name, name, look })) : []

const mostColumnsSideBySide = 7
const usualBlockTokens = 16

function Result({ result }: { readonly result: ExperimentResult }) {
  const chart = chartOf(result)
  const table = tableOf(result, copy.lab.results)
  const origin = copy.lab.origin(table)
  const texts = copy.lab.experiments
  const [chosenBlock, chooseBlock] = useState(usualBlockTokens)
  const sizes = blockSizesOf(result)
  const blockTokens = sizes.includes(chosenBlock) ? chosenBlock : (sizes[0] ?? usualBlockTokens)
  const csv = (
    <Button
      look="quiet"
      className="h-7 px-2"
      aria-label={texts.csvOf(table.title)}
      onClick={() => saveFile({ fileName: `lab-${result.name}.csv`, mediaType: 'text/csv', text: resultToCsv(table) })}
    >
      <Download size={13} aria-hidden /> {texts.csv}
    </Button>
  )
  return (
    <div
      className={`grid items-start gap-x-5 gap-y-2 @max-[62.5rem]:grid-cols-1 ${table.columns.length > mostColumnsSideBySide ? 'grid-cols-1' : 'grid-cols-2'}`}
    >
      {chart.kind === 'curves' ? (
        <PolicyCurvesCard result={result} table={table} origin={origin} actions={csv} />
      ) : chart.kind === 'walls' ? (
        <WallsCard result={result} table={table} origin={origin} actions={csv} blockTokens={blockTokens} onBlockTokens={chooseBlock} />
      ) : (
        <ChartCard title={table.title} meaning={table.expected} note={chart.note} source={origin} legend={legendOf(chart)} actions={csv}>
          <ExperimentPicture title={table.title} chart={chart} />
        </ChartCard>
      )}
      <div className="flex min-w-0 flex-col gap-2">
        {chart.kind === 'walls' ? <BlockTable table={table} blockTokens={blockTokens} /> : <ResultTable table={table} />}
        <p className="text-[12px] text-soft leading-snug">
          <strong className="font-medium text-ink">{texts.expectation}</strong> {table.expected}
        </p>
        {table.notes.length > 0 && (
          <ul aria-label={texts.notes} className="flex list-disc flex-col gap-0.5 pl-4 text-[12px] text-soft leading-snug">
            {table.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <p className="text-[12px] text-faint leading-snug">{origin}</p>
      </div>
    </div>
  )
}
