import { memo, useMemo } from 'react'
import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import { copy } from '../../../core/copy/copy'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { formatShort } from '../../../core/text/number-language'
import { logTicks } from '../../ui/charts/chart-ticks'
import { Section } from '../../ui/section'
import { usePreferences } from '../../window/preference-store'
import { ownPoint, type PerTokenPoint, presetPoints } from './per-token'

const decades = [1e8, 1e9, 1e10, 1e11, 1e12]

export const PerTokenSection = memo(function PerTokenSection({ subject }: { readonly subject: PlanSubject }) {
  const fontScale = usePreferences(({ fontSize }) => fontSize) / 100
  const presets = useMemo(presetPoints, [])
  const own = useMemo(() => ownPoint(subject), [subject])
  const points = presets.filter(({ name, kibibytes }) => name !== own?.name || kibibytes !== own.kibibytes)
  const texts = copy.planner.whatIf.perToken
  const all = own ? [...points, own] : points
  const yTicks = logTicks(Math.min(...all.map(({ kibibytes }) => kibibytes)), Math.max(...all.map(({ kibibytes }) => kibibytes)))
  const axis = { stroke: 'var(--ink-faint)', fontSize: '0.75rem', tickLine: false, type: 'number', scale: 'log' } as const
  return (
    <Section title={texts.title} note={texts.note}>
      <figure className="h-64 w-full" aria-label={texts.chart}>
        <ResponsiveContainer width="100%" height="100%">
          <ScatterChart margin={{ top: 8 * fontScale, right: 24, bottom: 2, left: 4 }}>
            <CartesianGrid stroke="var(--line)" />
            <XAxis {...axis} dataKey="parameters" domain={[1e8, 1e12]} ticks={decades} tickFormatter={texts.shortParameters} />
            <YAxis
              {...axis}
              dataKey="kibibytes"
              width={76 * fontScale}
              domain={[yTicks[0] ?? 1, yTicks.at(-1) ?? 1024]}
              ticks={[...yTicks]}
              tickFormatter={(value: number) => `${formatShort(value, 1)} KiB`}
              interval={0}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={false}
              content={({ active, payload }) => <Tip point={active ? (payload[0]?.payload as PerTokenPoint) : undefined} />}
            />
            <Scatter data={[...points]} fill="var(--series-1)" isAnimationActive={false} />
            {own && <Scatter data={[own]} fill="var(--series-2)" shape="diamond" isAnimationActive={false} />}
          </ScatterChart>
        </ResponsiveContainer>
      </figure>
      <ul aria-label={texts.list} className="mt-1 grid grid-cols-2 gap-x-6 text-[12px] @max-[62.5rem]:grid-cols-1">
        {[...all]
          .sort((a, b) => a.kibibytes - b.kibibytes)
          .map((point) => (
            <li
              key={point.id}
              className={`flex justify-between gap-3 border-line border-b py-0.5 ${point.id === 'own' ? 'font-medium' : ''}`}
            >
              <span translate="no" className="min-w-0 truncate" title={point.name}>
                {point.id === 'own' && (
                  <span aria-hidden style={{ color: 'var(--series-2)' }}>
                    ◆{' '}
                  </span>
                )}
                {point.name}
              </span>
              <span className="shrink-0 text-soft">
                {texts.shortParameters(point.parameters)} · {texts.cost(point.kibibytes)}
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
})

function Tip({ point }: { readonly point: PerTokenPoint | undefined }) {
  if (!point) return null
  const texts = copy.planner.whatIf.perToken
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper shadow-raised">
      <p className="font-medium">{point.name}</p>
      <p>
        {texts.shortParameters(point.parameters)} · {texts.cost(point.kibibytes)}
      </p>
    </div>
  )
}
