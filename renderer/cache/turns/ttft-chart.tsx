import { memo, useMemo } from 'react'
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { formatCount, formatMs } from '../../../core/text/amounts'
import { Explained } from '../../ui/explained'
import { Figure } from '../../ui/figure'
import { usePreferences } from '../../window/preference-store'
import { shownParts, type TtftPart, type TtftTurn, ttftTurns } from './ttft-turns'

const mostTurns = 16

const colors: Readonly<Record<TtftPart, string>> = {
  queueMs: 'var(--series-7)',
  restoreMs: 'var(--series-2)',
  tokeniseMs: 'var(--series-5)',
  prefillMs: 'var(--series-3)',
  firstTokenMs: 'var(--series-4)',
}

export const TtftChart = memo(function TtftChart({ messages }: { readonly messages: readonly StoredMessage[] }) {
  const turns = useMemo(() => ttftTurns(messages, mostTurns), [messages])
  const last = turns.at(-1)
  const texts = copy.cache.firstTokens
  return (
    <section aria-label={texts.title}>
      <div className="flex items-baseline justify-between gap-2">
        <Explained by={texts.meaning} className="font-medium text-[13px]">
          {texts.title}
        </Explained>
        {last && (
          <Figure name={texts.ofLastTurn} exact={texts.exactMs(last.ttftMs)} copied={last.ttftMs.toFixed(3)} className="text-[12px]">
            {formatMs(last.ttftMs)}
          </Figure>
        )}
      </div>
      {last ? <Charts turns={turns} last={last} /> : <p className="mt-1 text-[12px] text-faint">{texts.empty}</p>}
    </section>
  )
})

/** With fewer turns, the bars stay as wide as with this many. */
const fewestSlots = 8
function slotsOf(turns: readonly TtftTurn[], last: TtftTurn): { turn: number }[] {
  const free = Array.from({ length: Math.max(0, fewestSlots - turns.length) }, (_, at) => ({ turn: last.turn + 1 + at }))
  return [...turns, ...free]
}

const margin = { top: 8, right: 0, bottom: 0, left: 0 }
const axis = { stroke: 'var(--ink-faint)', fontSize: '0.6875rem', tickLine: false, axisLine: false } as const
const axisWidth = 48

/** Returns `300 ms` or `2 s`, with a no-break space. */
const tickText = (ms: number): string =>
  ms === 0
    ? '0'
    : formatMs(ms)
        .replace(/[.,]0+ /, ' ')
        .replace(' ', '\u00a0')

function Charts({ turns, last }: { readonly turns: readonly TtftTurn[]; readonly last: TtftTurn }) {
  const rows = slotsOf(turns, last)
  const parts = shownParts(turns)
  const scale = usePreferences(({ fontSize }) => fontSize) / 100
  const texts = copy.cache.firstTokens
  const promptTokens = last.reusedTokens + last.processedTokens
  const turnText = (turn: number): string => (turn <= last.turn ? String(turn) : '')
  return (
    <>
      <figure className="mt-1.5" aria-label={texts.chart(turns.length)}>
        <div className="h-24">
          <ResponsiveContainer width="100%" height="100%">
            <BarChart data={rows} margin={margin} syncId="ttft" barCategoryGap="18%">
              <XAxis dataKey="turn" hide />
              <YAxis {...axis} width={axisWidth * scale} tickCount={3} tickFormatter={tickText} />
              <Tooltip
                isAnimationActive={false}
                cursor={{ fill: 'var(--accent-soft)' }}
                content={({ active, payload }) => <Tip turn={active ? payload[0]?.payload : undefined} parts={parts} />}
              />
              {parts.map((part) => (
                <Bar key={part} dataKey={part} stackId="ttft" fill={colors[part]} isAnimationActive={false} />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </div>
        <div className="h-[2.375rem]">
          <ResponsiveContainer width="100%" height="100%">
            <BarChart data={rows} margin={margin} syncId="ttft" stackOffset="expand" barCategoryGap="18%" accessibilityLayer={false}>
              <defs>
                <pattern id="reused-prompt" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                  <rect width="4" height="4" fill="var(--series-3)" />
                  <rect width="2" height="4" fill="var(--cell-hatch)" />
                </pattern>
              </defs>
              <XAxis {...axis} dataKey="turn" height={18 * scale} interval="preserveStartEnd" tickFormatter={turnText} />
              <YAxis {...axis} width={axisWidth * scale} ticks={[0.5]} tickFormatter={() => texts.reused} />
              <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--accent-soft)' }} content={() => null} />
              <Bar dataKey="reusedTokens" stackId="prompt" fill="url(#reused-prompt)" isAnimationActive={false} />
              <Bar dataKey="processedTokens" stackId="prompt" fill="var(--line)" isAnimationActive={false} />
            </BarChart>
          </ResponsiveContainer>
        </div>
      </figure>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-[12px]">
        {parts.map((part) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-[2px]" style={{ backgroundColor: colors[part] }} />
            <Explained by={texts.parts[part].meaning} className="text-soft">
              {texts.parts[part].name}
            </Explained>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-[12px] text-faint">{texts.lastPrompt(last.reusedTokens, promptTokens, last.restored)}</p>
      <TtftTable turns={turns} parts={parts} />
    </>
  )
}

function Tip({ turn, parts }: { readonly turn: Partial<TtftTurn> | undefined; readonly parts: readonly TtftPart[] }) {
  const texts = copy.cache.firstTokens
  if (turn?.turn === undefined || turn.ttftMs === undefined) return null
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper shadow-raised">
      <p className="flex justify-between gap-4 font-medium">
        <span>{texts.turnNumber(turn.turn)}</span>
        <span>{formatMs(turn.ttftMs)}</span>
      </p>
      {parts.map((part) => (
        <p key={part} className="flex justify-between gap-4">
          <span>{texts.parts[part].name}</span>
          <span>{formatMs(turn[part] ?? 0)}</span>
        </p>
      ))}
      <p>{texts.reusedAndProcessed(turn.reusedTokens ?? 0, turn.processedTokens ?? 0)}</p>
    </div>
  )
}

/** For screen readers. The box keeps the wide table from scrolling the panel sideways. */
function TtftTable({ turns, parts }: { readonly turns: readonly TtftTurn[]; readonly parts: readonly TtftPart[] }) {
  const texts = copy.cache.firstTokens
  return (
    <div className="sr-only">
      <table aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{texts.turn}</th>
            <th scope="col">{texts.title}</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {texts.parts[part].name}
              </th>
            ))}
            <th scope="col">{texts.reusedTokens}</th>
            <th scope="col">{texts.processedTokens}</th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn) => (
            <tr key={turn.turn}>
              <th scope="row">{turn.turn}</th>
              <td>{formatMs(turn.ttftMs)}</td>
              {parts.map((part) => (
                <td key={part}>{formatMs(turn[part])}</td>
              ))}
              <td>{formatCount(turn.reusedTokens)}</td>
              <td>{formatCount(turn.processedTokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
