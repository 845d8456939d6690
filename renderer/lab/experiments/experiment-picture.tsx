import { copy } from '../../../core/copy/copy'
import { formatNumber, formatShort, withPercentSign } from '../../../core/text/number-language'
import { LineChartView } from '../../ui/charts/line-chart-view'
import { niceAxis, tickDigits } from '../../ui/charts/nice-axis'
import { RowChart } from '../../ui/charts/row-chart'
import type { ExperimentChart } from './experiment-chart'

type Picture = Exclude<ExperimentChart, { kind: 'curves' | 'walls' }>

export function ExperimentPicture({ title, chart }: { readonly title: string; readonly chart: Picture }) {
  return chart.kind === 'lines' ? <Lines title={title} chart={chart} /> : <Bars title={title} chart={chart} />
}

function Lines({ title, chart }: { readonly title: string; readonly chart: Extract<ExperimentChart, { kind: 'lines' }> }) {
  const lines = chart.lines.map(({ name, points }, look) => ({
    id: name,
    name,
    look,
    points: points.map(({ x, y, span }) => ({ x, y: { value: y, error: null, ...(span && { span }) } })),
  }))
  // Powers of two would be crowded on the left. Without dots, the axis has round ticks instead of one per point.
  const isCrowded = (chart.lines[0]?.points.length ?? 0) > 5
  return <LineChartView label={title} lines={lines} xUnit={chart.xUnit} yUnit={chart.yUnit} hasDots={!isCrowded} />
}

function Bars({ title, chart }: { readonly title: string; readonly chart: Extract<ExperimentChart, { kind: 'bars' }> }) {
  const { bars, unit } = chart
  const axis = niceAxis(
    bars.map(({ value }) => value),
    true,
  )
  const rows = bars.map(({ name, value }, look) => ({
    id: name,
    name,
    look,
    bar: [0, value] as const,
    dot: null,
    whisker: null,
    tick: null,
    text: withUnit(formatShort(value, value < 100 ? 2 : 0), unit),
  }))
  return (
    <RowChart
      label={copy.lab.experiments.barChart(
        title,
        rows.map(({ name, text }) => [name, text]),
      )}
      rows={rows}
      axis={axis}
      tickText={(value) => formatNumber(value, tickDigits(axis))}
    />
  )
}

function withUnit(number: string, unit: string): string {
  if (unit === '%') return withPercentSign(number)
  return unit === '' ? number : `${number} ${unit}`
}
