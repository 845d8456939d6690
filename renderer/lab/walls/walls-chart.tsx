import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { copy } from '../../../core/copy/copy'
import { formatNumber, withPercentSign } from '../../../core/text/number-language'
import { lineStyles } from '../../ui/charts/line-styles'
import { usePreferences } from '../../window/preference-store'
import { type WallOne, type WallsBar, type WallTwo, wallOneKinds, wallTwoParts } from './walls-bars'

/** Indexes of ../../ui/charts/line-styles.ts. */
export const wallOneLooks = { none: 2, window: 0, all: 1 } as const
const colorOf = (kind: WallOne): string => lineStyles(wallOneLooks[kind]).stroke
const patternOf = (kind: string): string => `walls-${kind}`

const rowHeight = 22
const axisHeight = 28
const nameWidth = 150

export interface WallsChartProps {
  readonly label: string
  readonly bars: readonly WallsBar[]
}

export function WallsChart({ label, bars }: WallsChartProps) {
  const scale = usePreferences(({ fontSize }) => fontSize) / 100
  const texts = copy.lab.charts['both-walls']
  const rows = bars.map((bar) => ({ ...bar, name: texts.bar(copy.lab.policies.title(bar.policy), bar.budgetTokens) }))
  const axis = { stroke: 'var(--ink-faint)', fontSize: 12, tickLine: false } as const
  const fillOf: Readonly<Record<WallTwo, (bar: WallsBar) => string>> = {
    freed: ({ wallOne }) => colorOf(wallOne),
    compacted: ({ wallOne }) => `url(#${patternOf(wallOne)})`,
    stuck: () => 'transparent',
  }
  return (
    <figure aria-label={label} style={{ height: (rows.length * rowHeight + axisHeight) * scale }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} layout="vertical" margin={{ top: 0, right: 16, bottom: 0, left: 0 }} barCategoryGap="22%">
          <defs>
            {wallOneKinds.map((kind) => (
              <pattern key={kind} id={patternOf(kind)} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="5" height="5" fill={colorOf(kind)} fillOpacity={0.2} />
                <rect width="2" height="5" fill={colorOf(kind)} />
              </pattern>
            ))}
          </defs>
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis
            {...axis}
            type="number"
            domain={[0, 100]}
            ticks={[0, 20, 40, 60, 80, 100]}
            tickFormatter={(value: number) => withPercentSign(String(value))}
          />
          <YAxis {...axis} type="category" dataKey="name" width={nameWidth * scale} interval={0} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--accent-soft)' }}
            content={({ active, payload }) => <Tip bar={active ? (payload[0]?.payload as (typeof rows)[number]) : undefined} />}
          />
          {wallTwoParts.map((part) => (
            <Bar key={part} dataKey={part} stackId="walls" isAnimationActive={false}>
              {rows.map((bar) => (
                <Cell
                  key={bar.name}
                  fill={fillOf[part](bar)}
                  stroke={part === 'stuck' && bar.stuck > 0 ? colorOf(bar.wallOne) : 'none'}
                  strokeDasharray="3 2"
                />
              ))}
            </Bar>
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  )
}

function Tip({ bar }: { readonly bar: (WallsBar & { readonly name: string }) | undefined }) {
  const texts = copy.lab.charts['both-walls']
  if (!bar) return null
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper shadow-raised">
      <p className="font-medium">{bar.name}</p>
      <p>{texts.wallOne[bar.wallOne]}</p>
      {wallTwoParts.map((part) => (
        <p key={part} className="flex justify-between gap-4">
          <span>{texts.wallTwo[part]}</span>
          <span>{withPercentSign(formatNumber(bar[part], 1))}</span>
        </p>
      ))}
    </div>
  )
}
