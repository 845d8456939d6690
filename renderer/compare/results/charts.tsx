import { memo } from 'react'
import { copy } from '../../../core/copy/copy'
import { quantileOfSorted } from '../../../core/stats/percentile'
import { formatBytes } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'
import { ChartCard } from '../../ui/charts/chart-card'
import { linearTicks, shortBytes } from '../../ui/charts/chart-ticks'
import { type ChartLine, LineChartView } from '../../ui/charts/line-chart-view'
import { niceAxis, tickDigits } from '../../ui/charts/nice-axis'
import { RowChart } from '../../ui/charts/row-chart'
import type { ChartRow } from '../../ui/charts/row-shape'
import type { MeasuredSetting } from '../measured/measured-setting'
import { PasskeyCard } from './cards/passkey-card'
import { SuiteCard } from './cards/suite-card'
import { DepthChart } from './depth-chart'
import { QualityChart } from './quality-chart'

export interface ChartsProps {
  /** The order determines colors and dashes. */
  readonly settings: readonly MeasuredSetting[]
  /** The model and the machine, for saved pictures. */
  readonly source: string
}

export const Charts = memo(function Charts({ settings, source }: ChartsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 @max-[73.75rem]:grid-cols-1">
      <MemoryChart settings={settings} source={source} />
      <GapChart settings={settings} source={source} />
      <DepthChart settings={settings} source={source} texts={copy.compare.charts.speed.decode} isShown={({ test }) => test.prompt === 0} />
      <DepthChart
        settings={settings}
        source={source}
        texts={copy.compare.charts.speed.prefill}
        isShown={({ test }) => test.generated === 0}
      />
      <QualityChart settings={settings} source={source} />
      <PasskeyCard settings={settings} />
      <SuiteCard settings={settings} />
      <CachelessChart settings={settings} source={source} />
    </div>
  )
})

const row = (setting: MeasuredSetting, look: number): ChartRow => ({
  id: setting.id,
  name: setting.name,
  look,
  bar: null,
  dot: null,
  whisker: null,
  tick: null,
  text: '',
})

function MemoryChart({ settings, source }: ChartsProps) {
  const rows = settings.flatMap((setting, look) => {
    const { memory } = setting
    if (!memory) return []
    const { allocatedBytes, plannedBytes } = memory
    return [{ ...row(setting, look), bar: [0, allocatedBytes] as const, tick: plannedBytes, text: formatBytes(allocatedBytes) }]
  })
  if (rows.length === 0) return null
  const ticks = linearTicks(Math.max(...rows.map(({ bar }) => bar[1])))
  const contexts = [...new Set(settings.flatMap(({ memory }) => memory?.contextTokens ?? []))]
  const texts = copy.compare.charts.memory
  return (
    <ChartCard
      title={texts.title}
      meaning={texts.meaning}
      note={texts.note(contexts.length === 1 ? (contexts[0] ?? null) : null)}
      source={source}
      legend={[]}
    >
      <RowChart label={texts.label(rows)} rows={rows} axis={{ least: 0, most: ticks.at(-1) ?? 1, ticks }} tickText={shortBytes} />
    </ChartCard>
  )
}

function GapChart({ settings, source }: ChartsProps) {
  const rows = settings.flatMap((setting, look) => {
    const { gapsMs } = setting
    if (gapsMs.length === 0) return []
    const at = (share: number) => quantileOfSorted(gapsMs, share)
    const text = `${formatNumber(at(0.5), at(0.5) < 10 ? 2 : 1)} ms`
    return [{ ...row(setting, look), bar: [at(0.1), at(0.9)] as const, whisker: [at(0.01), at(0.99)] as const, dot: at(0.5), text }]
  })
  if (rows.length === 0) return null
  const axis = niceAxis(
    rows.flatMap(({ whisker }) => whisker),
    true,
  )
  const texts = copy.compare.charts.gaps
  return (
    <ChartCard title={texts.title} meaning={texts.meaning} note={texts.note} source={source} legend={[]}>
      <RowChart label={texts.label(rows)} rows={rows} axis={axis} tickText={(value) => formatNumber(value, tickDigits(axis))} />
    </ChartCard>
  )
}

function CachelessChart({ settings, source }: ChartsProps) {
  const measured = settings.flatMap((setting, look) => (setting.cacheless ? [{ setting, look, cacheless: setting.cacheless }] : []))
  const [one] = measured
  if (!one) return null
  const texts = copy.compare.charts.cacheless
  const lines = measured.flatMap(({ setting, look, cacheless }): ChartLine[] => {
    const points = (times: readonly number[]) => times.map((value, at) => ({ x: cacheless.promptTokens + at, y: { value, error: null } }))
    return [
      { id: `${setting.id} with`, name: texts.withCache(setting.name), look: look * 2, points: points(cacheless.withCacheMs) },
      { id: `${setting.id} without`, name: texts.withoutCache(setting.name), look: look * 2 + 1, points: points(cacheless.withoutCacheMs) },
    ]
  })
  const speedUps = measured.map(({ setting, cacheless }) =>
    texts.speedUp(setting.name, speedUpOf(cacheless), cacheless.identical ? null : (cacheless.firstDifference ?? 0)),
  )
  return (
    <ChartCard title={texts.title} meaning={texts.meaning} note={texts.note(speedUps)} source={source} legend={lines}>
      <LineChartView label={texts.title} lines={lines} xUnit={texts.lengthUnit} yUnit="ms" hasDots={false} />
    </ChartCard>
  )
}

function speedUpOf({ withCacheMs, withoutCacheMs }: NonNullable<MeasuredSetting['cacheless']>): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return sum(withoutCacheMs) / sum(withCacheMs)
}
