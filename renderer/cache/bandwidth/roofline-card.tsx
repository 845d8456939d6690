import { useMemo } from 'react'
import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { MeasuredPrefill } from '../../../core/bandwidth/conversation-points'
import { highestRate } from '../../../core/bandwidth/highest-rate'
import { bestOf } from '../../../core/bandwidth/triad-process'
import type { MemoryBandwidth, PrefillPeak } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import { formatShort } from '../../../core/text/number-language'
import { ChartCard } from '../../ui/charts/chart-card'
import { lineStyles } from '../../ui/charts/line-styles'
import { Section } from '../../ui/section'
import { decades, type Roofline, type RooflineFacts, type RooflinePoint, rooflineOf } from './roofline-points'

export interface RooflineCardProps extends Omit<RooflineFacts, 'roof' | 'peak'> {
  readonly memory: MemoryBandwidth | null
  readonly peak: PrefillPeak | null
  readonly isInRam: boolean
  readonly prefills: readonly MeasuredPrefill[]
}

export function RooflineCard({ memory, peak, isInRam, model, settings, steps, decodes, prefills }: RooflineCardProps) {
  const roofline = useMemo(() => {
    if (!memory || !peak) return null
    const roof = { bytesPerSecond: bestOf(memory).bytesPerSecond, flopPerSecond: highestRate(peak, prefills, decodes).flopPerSecond }
    return rooflineOf({ model, settings, steps, decodes, peak, roof })
  }, [memory, peak, model, settings, steps, decodes, prefills])
  const texts = copy.bandwidth.roofline
  if (!roofline)
    return (
      <Section title={texts.title}>
        <p className="text-[13px] text-faint">{isInRam ? texts.empty : copy.bandwidth.token.unknownMeaning['not-in-ram']}</p>
      </Section>
    )
  return (
    <ChartCard
      title={texts.title}
      meaning={texts.meaning}
      note={texts.note}
      source={peak?.modelName ?? ''}
      legend={roofline.series.map((one) => ({ ...one, mark: one.isMeasured ? ('dot' as const) : ('ring' as const) }))}
    >
      <RooflineView roofline={roofline} />
      <RooflineTable roofline={roofline} />
    </ChartCard>
  )
}

const giga = 1e9

function RooflineView({ roofline: { series, roof } }: { readonly roofline: Roofline }) {
  const texts = copy.bandwidth.roofline
  const all = [...roof, ...series.flatMap(({ points }) => points)]
  const [x, y] = [decades(all.map((point) => point.x)), decades(all.map((point) => point.y / giga))]
  const axis = { type: 'number', scale: 'log', stroke: 'var(--ink-faint)', fontSize: 12, tickLine: false } as const
  const scaled = (points: readonly RooflinePoint[]) => points.map((point) => ({ ...point, y: point.y / giga }))
  return (
    <figure aria-label={texts.title} className="h-72 w-full">
      <ResponsiveContainer width="100%" height="100%">
        <ScatterChart margin={{ top: 6, right: 16, bottom: 16, left: 0 }}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis
            {...axis}
            dataKey="x"
            domain={[x.least, x.most]}
            ticks={[...x.ticks]}
            tickFormatter={tickText}
            label={{ value: texts.x, position: 'insideBottom', offset: -10, fontSize: 12, fill: 'var(--ink-faint)' }}
          />
          <YAxis
            {...axis}
            dataKey="y"
            width={56}
            domain={[y.least, y.most]}
            ticks={[...y.ticks]}
            tickFormatter={tickText}
            label={{ value: texts.y, angle: -90, position: 'insideLeft', offset: 12, fontSize: 12, fill: 'var(--ink-faint)' }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ active, payload }) => <Tip point={active ? (payload[0]?.payload as RooflinePoint | undefined) : undefined} />}
          />
          <Scatter
            data={scaled(roof)}
            line={{ stroke: 'var(--ink-soft)', strokeWidth: 2 }}
            lineJointType="linear"
            shape={() => <g />}
            isAnimationActive={false}
            tooltipType="none"
          />
          {series.map(({ id, name, look, isMeasured, points }) => (
            <Scatter
              key={id}
              name={name}
              data={scaled(points)}
              isAnimationActive={false}
              shape={({ cx, cy }: Pick<DotProps, 'cx' | 'cy'>) => <Dot cx={cx} cy={cy} look={look} isMeasured={isMeasured} />}
            />
          ))}
        </ScatterChart>
      </ResponsiveContainer>
    </figure>
  )
}

interface DotProps {
  readonly cx: number | undefined
  readonly cy: number | undefined
  readonly look: number
  readonly isMeasured: boolean
}

function Dot({ cx, cy, look, isMeasured }: DotProps) {
  const { stroke } = lineStyles(look)
  if (isMeasured) return <circle cx={cx} cy={cy} r={5} fill={stroke} stroke="var(--paper)" strokeWidth={1} />
  return <circle cx={cx} cy={cy} r={5} fill="none" stroke={stroke} strokeWidth={2} />
}

const tickText = (value: number): string => formatShort(value, 4)

/** `y` of the point is in GFLOP/s. */
function Tip({ point }: { readonly point: RooflinePoint | undefined }) {
  if (!point) return null
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper shadow-raised">
      <p className="font-medium">{point.name}</p>
      <p>{copy.bandwidth.roofline.point(point.x, point.y * giga)}</p>
    </div>
  )
}

function RooflineTable({ roofline: { series } }: { readonly roofline: Roofline }) {
  const texts = copy.bandwidth.roofline
  return (
    <div className="sr-only">
      <table aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            <th scope="col">{copy.bandwidth.grid.depth}</th>
            <th scope="col">{texts.title}</th>
          </tr>
        </thead>
        <tbody>
          {series.flatMap(({ id, name, points }) =>
            points.map((point) => (
              <tr key={`${id} ${point.name} ${point.x}`}>
                <th scope="row">{name}</th>
                <td>{point.name}</td>
                <td>{texts.point(point.x, point.y)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}
