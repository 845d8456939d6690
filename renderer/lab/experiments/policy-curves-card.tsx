import { Toggle } from '@base-ui/react/toggle'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import type { ExperimentResult } from '../../../core/lab/experiments/experiment'
import { kvpressCsv } from '../../../core/lab/experiments/kvpress-csv'
import { type QuestionMode, questionModes } from '../../../core/lab/experiments/policy-measures'
import type { ResultTable } from '../../../core/lab/experiments/result-table'
import { saveFile } from '../../client/save-file'
import { ChartCard } from '../../ui/charts/chart-card'
import { LineChartView } from '../../ui/charts/line-chart-view'
import { Button } from '../../ui/controls/button'
import { Segmented } from '../../ui/controls/segmented'
import { curvesOf, firstShown, mostCurves } from './policy-curves'

export interface PolicyCurvesCardProps {
  readonly result: ExperimentResult
  readonly table: ResultTable
  readonly origin: string
  readonly actions: ReactNode
}

export function PolicyCurvesCard({ result, table, origin, actions }: PolicyCurvesCardProps) {
  const measured = questionModes.filter((mode) => result.rows.some((row) => row.mode === mode))
  const [mode, setMode] = useState<QuestionMode>(measured.at(-1) ?? 'query-agnostic')
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const curves = curvesOf(result, mode)
  const shown = chosen ?? firstShown(curves)
  const lines = curves
    .filter(({ policy }) => shown.includes(policy))
    .map(({ policy, points }, look) => ({ id: policy, name: copy.lab.policies.title(policy), look, points }))
  const texts = copy.lab.charts.policies
  const { modes } = copy.lab.measures
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ChartCard
        title={table.title}
        meaning={table.expected}
        note={texts.note(modes[mode].label)}
        source={origin}
        legend={lines}
        actions={
          <>
            {actions}
            <Button
              look="quiet"
              className="h-7 px-2"
              aria-label={texts.kvpressOf(table.title)}
              onClick={() => saveFile({ fileName: 'lab-policies-kvpress.csv', mediaType: 'text/csv', text: kvpressCsv(result) })}
            >
              <Download size={13} aria-hidden /> {texts.kvpress}
            </Button>
          </>
        }
      >
        {lines.length > 0 ? (
          <LineChartView label={table.title} lines={lines} xUnit={texts.x} yUnit={texts.y} hasDots hasRoundTicks />
        ) : (
          <p className="py-8 text-center text-[13px] text-soft">{texts.none}</p>
        )}
      </ChartCard>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[12px]">
        <Segmented
          label={texts.mode}
          value={mode}
          options={measured.map((value) => ({ value, label: modes[value].label }))}
          onChange={setMode}
        />
        <span className="text-soft">{texts.shown(mostCurves)}</span>
        <ul className="flex flex-wrap gap-1">
          {curves.map(({ policy }) => {
            const isShown = shown.includes(policy)
            return (
              <li key={policy}>
                <Toggle
                  pressed={isShown}
                  disabled={!isShown && shown.length >= mostCurves}
                  onPressedChange={() => setChosen(isShown ? shown.filter((one) => one !== policy) : [...shown, policy])}
                  className="h-6 rounded border border-line px-2 text-soft hover:text-ink disabled:text-faint data-[pressed]:bg-sunken data-[pressed]:font-medium data-[pressed]:text-ink"
                >
                  {copy.lab.policies.title(policy)}
                </Toggle>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
