import { X } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { BytesFigure } from '../../ui/bytes-figure'
import { lineStyles } from '../../ui/charts/line-styles'
import { IconButton } from '../../ui/controls/icon-button'
import { stopComparing } from '../plan/planner-store'
import type { GrowthLine } from './growth'

export interface GrowthLegendProps {
  readonly lines: readonly GrowthLine[]
  /** Indexed by line. null if llama.cpp refuses the setting. */
  readonly bytes: readonly (number | null)[]
  readonly contextTokens: number
  /** Index of the first line that can be removed. */
  readonly removableFrom: number | null
}

export function GrowthLegend({ lines, bytes, contextTokens, removableFrom }: GrowthLegendProps) {
  const texts = copy.planner.growth
  return (
    <>
      <p className="mt-1 text-[12px] text-faint">{texts.legendAt(contextTokens)}</p>
      <ul aria-label={texts.legend} className="flex flex-wrap gap-x-5 gap-y-0.5 text-[13px]">
        {lines.map((line, at) => {
          const cost = bytes[at]
          return (
            <li key={line.id} className="flex min-w-0 items-center gap-1.5">
              <svg width="22" height="8" aria-hidden className="shrink-0">
                <line x1="0" y1="4" x2="22" y2="4" strokeWidth="2" {...lineStyles(at)} />
              </svg>
              <span className="max-w-56 truncate text-soft" title={line.name}>
                {line.name}
              </span>
              {typeof cost === 'number' ? (
                <BytesFigure name={line.name} bytes={cost} />
              ) : (
                <span className="text-faint">{texts.refused}</span>
              )}
              {removableFrom !== null && at >= removableFrom && (
                <IconButton
                  icon={X}
                  label={texts.remove(line.name)}
                  size={13}
                  className="size-6"
                  onClick={() => stopComparing(at - removableFrom)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
