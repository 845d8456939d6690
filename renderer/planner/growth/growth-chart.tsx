import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { copy } from '../../../core/copy/copy'
import { linearTicks, logTicks, shortBytes, shortTokens } from '../../ui/charts/chart-ticks'
import { lineStyles } from '../../ui/charts/line-styles'
import { usePreferences } from '../../window/preference-store'
import type { GrowthLine } from './growth'

export interface GrowthChartProps {
  readonly lines: readonly GrowthLine[]
  readonly contexts: readonly number[]
  readonly contextTokens: number
  readonly scale: 'log' | 'linear'
}

export function GrowthChart({ lines, contexts, contextTokens, scale }: GrowthChartProps) {
  const fontScale = usePreferences(({ fontSize }) => fontSize) / 100
  const texts = copy.planner.growth
  const rows = contexts.map((tokens, at): Row => ({ tokens, bytes: lines.map((line) => line.bytes[at] ?? null) }))
  const known = lines.flatMap(({ bytes }) => bytes.filter((one): one is number => one !== null && one > 0))
  if (known.length === 0) return <p className="py-8 text-center text-[13px] text-faint">{texts.noCache}</p>
  const [leastTokens = 256, mostTokens = 256] = [contexts[0], contexts.at(-1)]
  const xTicks =
    scale === 'log'
      ? logTicks(leastTokens, mostTokens).filter((tick) => tick <= mostTokens)
      : linearTicks(mostTokens).filter((tick) => tick <= mostTokens)
  const yTicks = scale === 'log' ? logTicks(Math.min(...known), Math.max(...known)) : linearTicks(Math.max(...known))
  const axis = { stroke: 'var(--ink-faint)', fontSize: '0.75rem', tickLine: false } as const
  return (
    <figure className="h-64 w-full" aria-label={texts.chart(scale)}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} margin={{ top: 8 * fontScale, right: 16, bottom: 2, left: 4 }}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis
            {...axis}
            dataKey="tokens"
            type="number"
            scale={scale}
            domain={[scale === 'log' ? leastTokens : 0, mostTokens]}
            ticks={[...xTicks]}
            tickFormatter={shortTokens}
            interval="preserveStartEnd"
          />
          <YAxis
            {...axis}
            type="number"
            width={62 * fontScale}
            scale={scale}
            domain={[yTicks[0] ?? 0, yTicks.at(-1) === yTicks[0] ? (yTicks[0] ?? 1) * 2 : (yTicks.at(-1) ?? 1)]}
            ticks={[...yTicks]}
            tickFormatter={shortBytes}
            interval={0}
          />
          <ReferenceLine x={contextTokens} stroke="var(--ink)" strokeDasharray="2 3" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ active, payload, label }) => (
              <Tip lines={lines} tokens={Number(label)} row={active ? (payload[0]?.payload as Row) : undefined} />
            )}
          />
          {lines.map((line, at) => (
            <Line
              key={line.id}
              name={line.name}
              dataKey={({ bytes }: Row) => bytes[at]}
              type="linear"
              isAnimationActive={false}
              dot={false}
              activeDot={{ r: 3 }}
              strokeWidth={2}
              {...lineStyles(at)}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </figure>
  )
}

interface Row {
  readonly tokens: number
  readonly bytes: readonly (number | null)[]
}

function Tip({ lines, tokens, row }: { readonly lines: readonly GrowthLine[]; readonly tokens: number; readonly row: Row | undefined }) {
  if (!row) return null
  const texts = copy.planner.growth
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper shadow-raised">
      <p className="font-medium">{texts.tokens(tokens)}</p>
      {lines.map(({ id, name }, at) => (
        <p key={id} className="flex justify-between gap-4">
          <span className="max-w-48 truncate">{name}</span>
          <span>{texts.cost(row.bytes[at] ?? null)}</span>
        </p>
      ))}
    </div>
  )
}
