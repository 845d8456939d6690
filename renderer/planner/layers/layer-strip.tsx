import { type KeyboardEvent, useRef, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { BytesFigure, CountFigure } from '../../ui/bytes-figure'
import { Section } from '../../ui/section'
import { layerKindColors, layerKindOrder } from '../plan/layer-kinds'
import type { LayerRow } from './layer-rows'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

export function LayerStrip({ rows }: { readonly rows: readonly LayerRow[] }) {
  const [at, setAt] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const shown = rows[Math.min(at, rows.length - 1)]
  if (!shown) return null
  const present = layerKindOrder.filter((kind) => rows.some(({ kinds }) => kinds.includes(kind)))
  const { layers: texts, layerKinds } = copy.planner
  const onKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    buttons.current[step(shown.index, rows.length - 1)]?.focus()
  }
  return (
    <Section
      title={texts.title}
      actions={present.map((kind) => (
        <span key={kind} className="flex items-center gap-1.5 text-[12px] text-soft" title={layerKinds[kind].meaning}>
          <span aria-hidden className="size-3 rounded-[3px] border border-line-strong" style={{ backgroundColor: layerKindColors[kind] }} />
          {texts.legend(kind, rows.filter(({ kinds }) => kinds.includes(kind)).length)}
        </span>
      ))}
    >
      <div role="toolbar" aria-label={texts.title} onKeyDown={onKey} className="flex h-10 w-full gap-px">
        {rows.map((row) => (
          <button
            key={row.index}
            ref={(button) => {
              buttons.current[row.index] = button
            }}
            type="button"
            tabIndex={row.index === shown.index ? 0 : -1}
            aria-label={texts.label(row)}
            onMouseEnter={() => setAt(row.index)}
            onFocus={() => setAt(row.index)}
            className={`flex h-full min-w-0 flex-1 flex-col overflow-hidden rounded-[2px] ${row.index === shown.index ? 'outline-2 outline-ink outline-offset-1' : ''}`}
          >
            {row.kinds.map((kind) => (
              <span key={kind} className="block w-full flex-1" style={{ backgroundColor: layerKindColors[kind] }} />
            ))}
          </button>
        ))}
      </div>
      <p className="mt-2.5 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-[13px]">
        <span className="font-medium">{texts.layer(shown.index)}</span>
        <span className="text-soft">{texts.keeps(shown.kinds)}</span>
        {shown.cells > 0 && (
          <span className="text-soft">
            <CountFigure name={texts.cellsOf(shown.index)} count={shown.cells} unit={texts.cells} /> {texts.cells}
          </span>
        )}
        {(['keyBytes', 'valueBytes', 'stateBytes'] as const)
          .filter((part) => shown[part] > 0)
          .map((part) => (
            <span key={part} className="text-soft">
              {texts.parts[part]}{' '}
              <BytesFigure name={texts.partOf(texts.parts[part], shown.index)} bytes={shown[part]} className="text-ink" />
            </span>
          ))}
      </p>
    </Section>
  )
}
