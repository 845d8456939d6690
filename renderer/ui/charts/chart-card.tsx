import { Download } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../controls/button'
import { Explained } from '../explained'
import { lineStyles } from './line-styles'
import { savePng, saveSvg } from './save-chart'

export interface LegendEntry {
  readonly id: string
  readonly name: string
  readonly look: number
  /** `square`: for bars. Without a mark: a line. */
  readonly mark?: 'dot' | 'ring' | 'square'
}

export interface ChartCardProps {
  readonly title: string
  readonly meaning: string
  /** How the values were measured, and what the error bars mean. */
  readonly note: string
  /** The model and the machine, for saved pictures. */
  readonly source: string
  /** Empty if the chart labels its rows. */
  readonly legend: readonly LegendEntry[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function ChartCard({ title, meaning, note, source, legend, actions, children }: ChartCardProps) {
  const drawing = useRef<HTMLDivElement>(null)
  const save = (how: (chart: SVGSVGElement, file: Parameters<typeof saveSvg>[1]) => unknown) => {
    const chart = drawing.current?.querySelector('svg')
    if (!chart) return
    const entries = legend.map(({ name, look, mark }) => ({
      name,
      color: lineStyles(look).stroke,
      dashes: mark === 'square' ? '' : lineStyles(look).strokeDasharray,
    }))
    void how(chart, { title, notes: [source, note], legend: entries })
  }
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col rounded-lg border border-line bg-raised p-3">
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Explained by={meaning} className="font-medium text-[13px]">
          {title}
        </Explained>
        <span className="ml-auto flex items-center gap-1">
          {actions}
          <Button look="quiet" className="h-7 px-2" aria-label={copy.ui.chart.asSvg(title)} onClick={() => save(saveSvg)}>
            <Download size={13} aria-hidden /> SVG
          </Button>
          <Button look="quiet" className="h-7 px-2" aria-label={copy.ui.chart.asPng(title)} onClick={() => save(savePng)}>
            <Download size={13} aria-hidden /> PNG
          </Button>
        </span>
        <span className="basis-full text-[12px] text-faint leading-snug">{note}</span>
      </figcaption>
      <div ref={drawing} className="min-w-0">
        {children}
      </div>
      {legend.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[12px]">
          {legend.map(({ id, name, look, mark }) => (
            <li key={id} className="flex min-w-0 items-center gap-1.5">
              <svg width="22" height="8" aria-hidden className="shrink-0">
                <LegendMark look={look} mark={mark} />
              </svg>
              <span className="max-w-56 truncate text-soft" title={name}>
                {name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

function LegendMark({ look, mark }: { readonly look: number; readonly mark: LegendEntry['mark'] }) {
  const { stroke, strokeDasharray } = lineStyles(look)
  if (mark === 'square') return <rect x="7" width="8" height="8" rx="1" fill={stroke} />
  if (mark === 'dot') return <circle cx="16" cy="4" r="4" fill={stroke} />
  if (mark === 'ring') return <circle cx="16" cy="4" r="3" fill="none" stroke={stroke} strokeWidth="2" />
  return <line x1="0" y1="4" x2="22" y2="4" strokeWidth="2" stroke={stroke} strokeDasharray={strokeDasharray} />
}
