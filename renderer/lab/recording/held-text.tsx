import { memo, useEffect, useRef } from 'react'
import type { RecordedLane, RecordedLook } from '../../../core/contract/lab/lab'
import { copy, type TokenState } from '../../../core/copy/copy'
import { visibleToken } from './lane-at'

export interface HeldTextProps {
  readonly label: string
  readonly lane: RecordedLane
  readonly look: RecordedLook
  readonly processed: number
}

const looks: Readonly<Record<TokenState, string>> = {
  old: 'bg-danger-soft text-danger italic',
  held: 'bg-accent-soft text-ink',
  next: 'bg-warning-soft text-ink underline decoration-2 decoration-warning',
  gone: 'text-faint line-through',
  waiting: 'text-faint',
  // Text that comes later already takes up its space, so that nothing below it moves.
  unwritten: 'invisible',
}
const legend: readonly TokenState[] = ['held', 'next', 'gone']

export const HeldText = memo(function HeldText({ label, lane, look, processed }: HeldTextProps) {
  const held = new Set(look.held)
  const next = new Set(look.next.find(({ policy }) => policy === lane.policy)?.tokens)
  const lookOf = (token: number): TokenState => {
    if (token >= processed) return token < lane.oldTokens + lane.promptTokens ? 'waiting' : 'unwritten'
    if (!held.has(token)) return 'gone'
    if (next.has(token)) return 'next'
    return token < lane.oldTokens ? 'old' : 'held'
  }
  const box = useRef<HTMLElement>(null)
  useEffect(() => keepInSight(box.current, processed - 1), [processed])
  return (
    <div>
      <section
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="relative max-h-56 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-paper p-2 text-[13px] leading-[1.65]"
      >
        {lane.tokens.map(({ text }, token) => {
          const kind = lookOf(token)
          return (
            <span
              key={token}
              title={copy.lab.lanes.token(token + 1, kind)}
              data-token={kind}
              className={`rounded-[3px] ${looks[kind]} ${text.startsWith('<|') ? 'font-mono text-[11px] [font-variant-ligatures:none]' : ''}`}
            >
              {visibleToken(text)}
            </span>
          )
        })}
      </section>
      <ul aria-label={copy.lab.lanes.marks} className="mt-1 flex flex-wrap gap-x-3 text-[12px] text-faint">
        {[...legend, ...(lane.oldTokens > 0 ? (['old'] as const) : [])].map((kind) => (
          <li key={kind}>
            <span className={`rounded-[3px] px-1 ${looks[kind]}`}>{copy.lab.lanes.states[kind]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
})

function keepInSight(box: HTMLElement | null, token: number): void {
  const element = box?.children[token]
  if (!box || !(element instanceof HTMLElement)) return
  const [top, bottom] = [element.offsetTop, element.offsetTop + element.offsetHeight]
  if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight / 2
}
