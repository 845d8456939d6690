import { memo } from 'react'
import { quantileOfSorted } from '../../../core/stats/percentile'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'
import { ChartCard } from '../../ui/charts/chart-card'
import { linearTicks, shortBytes } from '../../ui/charts/chart-ticks'
import { type ChartLine, LineChartView } from '../../ui/charts/line-chart-view'
import { niceAxis, tickDigits } from '../../ui/charts/nice-axis'
import { RowChart } from '../../ui/charts/row-chart'
import type { ChartRow } from '../../ui/charts/row-shape'
import type { MeasuredSetting } from '../measured/measured-setting'
import { DepthChart } from './depth-chart'
import { PasskeyCard } from './passkey-card'
import { QualityChart } from './quality-chart'

export interface ChartsProps {
  /** In the order of their looks. */
  readonly settings: readonly MeasuredSetting[]
  /** Model and machine, for saved pictures. */
  readonly source: string
}

/** The charts of a run; a chart without figures is omitted. */
export const Charts = memo(function Charts({ settings, source }: ChartsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 @max-[73.75rem]:grid-cols-1">
      <MemoryChart settings={settings} source={source} />
      <GapChart settings={settings} source={source} />
      <DepthChart
        settings={settings}
        source={source}
        title="Decode against depth"
        meaning="Tokens generated per second, by how many tokens are in the cache already: each new token attends to all of them."
        isShown={({ test }) => test.prompt === 0}
      />
      <DepthChart
        settings={settings}
        source={source}
        title="Prefill against depth"
        meaning="Prompt tokens processed per second, by how many tokens are in the cache already."
        isShown={({ test }) => test.generated === 0}
      />
      <QualityChart settings={settings} source={source} />
      <PasskeyCard settings={settings} />
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
  const at = contexts.length === 1 ? ` at ${formatCount(contexts[0] ?? 0)} cells` : ''
  return (
    <ChartCard
      title="Memory of the cache"
      meaning="Bytes that llama.cpp allocated for all caches of a context. The dashed line is what was planned before."
      note={`As allocated${at}, exact: no error. Dashed: planned.`}
      source={source}
      legend={[]}
    >
      <RowChart
        label={`Memory of the cache: ${rows.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
        rows={rows}
        axis={{ least: 0, most: ticks.at(-1) ?? 1, ticks }}
        tickText={shortBytes}
      />
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
  return (
    <ChartCard
      title="Gaps between tokens"
      meaning="Inter-token latency: how evenly the tokens come. A long right arm is what a reader feels as stutter."
      note="ITL in ms. Dot: half are shorter. Bar: from 1 in 10 to 9 in 10. Arms: from 1 in 100 to 99 in 100."
      source={source}
      legend={[]}
    >
      <RowChart
        label={`Gaps between tokens, median: ${rows.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
        rows={rows}
        axis={axis}
        tickText={(value) => formatNumber(value, tickDigits(axis))}
      />
    </ChartCard>
  )
}

function CachelessChart({ settings, source }: ChartsProps) {
  const measured = settings.flatMap((setting, look) => (setting.cacheless ? [{ setting, look, cacheless: setting.cacheless }] : []))
  const [one] = measured
  if (!one) return null
  const lines = measured.flatMap(({ setting, look, cacheless }): ChartLine[] => {
    const points = (times: readonly number[]) => times.map((value, at) => ({ x: cacheless.promptTokens + at, y: { value, error: null } }))
    return [
      { id: `${setting.id} with`, name: `${setting.name}, with cache`, look: look * 2, points: points(cacheless.withCacheMs) },
      { id: `${setting.id} without`, name: `${setting.name}, without`, look: look * 2 + 1, points: points(cacheless.withoutCacheMs) },
    ]
  })
  const speedUps = measured.map(({ setting, cacheless }) => `${setting.name}: ${speedUpText(cacheless)}`)
  return (
    <ChartCard
      title="With and without the cache"
      meaning="Time for each token by the length of the sequence. With the cache a token costs one pass; without it everything is read again."
      note={`ms per token, by tokens in the sequence. Each token is measured once, so there is no error to show. ${speedUps.join(' ')}`}
      source={source}
      legend={lines}
    >
      <LineChartView label="With and without the cache" lines={lines} xUnit="tokens" yUnit="ms" hasDots={false} />
    </ChartCard>
  )
}

function speedUpText({ withCacheMs, withoutCacheMs, identical, firstDifference }: NonNullable<MeasuredSetting['cacheless']>): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const factor = formatNumber(sum(withoutCacheMs) / sum(withCacheMs), 1)
  const same = identical ? 'the same tokens both ways' : `tokens differ from the ${formatCount((firstDifference ?? 0) + 1)}. on`
  return `${factor} × faster with the cache, ${same}.`
}
