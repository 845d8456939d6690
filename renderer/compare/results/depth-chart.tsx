import { testName } from '../../../core/compare/test-name'
import { copy } from '../../../core/copy/copy'
import { formatNumber } from '../../../core/text/number-language'
import { ChartCard } from '../../ui/charts/chart-card'
import { type ChartLine, LineChartView } from '../../ui/charts/line-chart-view'
import { niceAxis, tickDigits } from '../../ui/charts/nice-axis'
import { RowChart } from '../../ui/charts/row-chart'
import { type ChartRow, errorEnds } from '../../ui/charts/row-shape'
import type { MeasuredSetting, SpeedPoint } from '../measured/measured-setting'

type SpeedTexts = typeof copy.compare.charts.speed.decode

export interface DepthChartProps {
  readonly settings: readonly MeasuredSetting[]
  readonly source: string
  readonly texts: SpeedTexts
  readonly isShown: (point: SpeedPoint) => boolean
}

export function DepthChart({ settings, source, texts, isShown }: DepthChartProps) {
  const [first] = settings.flatMap(({ speeds }) => speeds.filter(isShown))
  if (!first) return null
  const { prompt, generated } = first.test
  const lines = settings.flatMap((setting, look): ChartLine[] => {
    const points = setting.speeds.filter(({ test }) => test.prompt === prompt && test.generated === generated)
    if (points.length === 0) return []
    return [{ id: setting.id, name: setting.name, look, points: points.map(({ test, rate }) => ({ x: test.depth, y: rate })) }]
  })
  if (depthsOf(lines).length === 1) return <SpeedChart texts={texts} source={source} test={first.test} lines={lines} />
  return (
    <ChartCard
      title={texts.byDepth}
      meaning={texts.meaning}
      note={copy.compare.charts.speed.noteByDepth(testName({ prompt, generated, depth: 0 }))}
      source={source}
      legend={lines}
    >
      <LineChartView label={texts.byDepth} lines={lines} xUnit={copy.compare.charts.speed.depthUnit} yUnit="tok/s" hasDots />
    </ChartCard>
  )
}

const depthsOf = (lines: readonly ChartLine[]): readonly number[] => [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))]

interface SpeedChartProps {
  readonly texts: SpeedTexts
  readonly source: string
  readonly test: SpeedPoint['test']
  readonly lines: readonly ChartLine[]
}

/** A bar chart, for a single depth. */
function SpeedChart({ texts, source, test, lines }: SpeedChartProps) {
  const rows = lines.flatMap(({ id, name, look, points: [point] }): ChartRow[] => {
    if (!point) return []
    const { value, error } = point.y
    const text = `${formatNumber(value, value < 100 ? 1 : 0)} tok/s`
    return [{ id, name, look, bar: [0, value], dot: null, whisker: error === null ? null : errorEnds(value, error), tick: null, text }]
  })
  const axis = niceAxis(
    rows.flatMap(({ bar, whisker }) => [...(bar ?? []), ...(whisker ?? [])]),
    true,
  )
  return (
    <ChartCard
      title={texts.title}
      meaning={texts.meaning}
      note={copy.compare.charts.speed.note(testName(test))}
      source={source}
      legend={[]}
    >
      <RowChart
        label={copy.compare.charts.speed.label(texts.title, rows)}
        rows={rows}
        axis={axis}
        tickText={(value) => formatNumber(value, tickDigits(axis))}
      />
    </ChartCard>
  )
}
