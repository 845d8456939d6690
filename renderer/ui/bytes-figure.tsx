import { copy } from '../../core/copy/copy'
import { formatBytes, formatCount, formatRoughBytes } from '../../core/text/amounts'
import { Figure } from './figure'

export interface BytesFigureProps {
  readonly name: string
  readonly bytes: number
  readonly isEstimate?: boolean
  /** Shows two significant digits. */
  readonly isRough?: boolean
  readonly className?: string
}

export function BytesFigure({ name, bytes, isEstimate = false, isRough = false, className = '' }: BytesFigureProps) {
  return (
    <Figure
      name={name}
      exact={copy.ui.figure.bytes(formatCount(bytes), isEstimate)}
      copied={String(Math.round(bytes))}
      className={className}
    >
      {isEstimate && '≈ '}
      {isRough ? formatRoughBytes(bytes) : formatBytes(bytes)}
    </Figure>
  )
}

export function CountFigure({ name, count, unit, className = '' }: { name: string; count: number; unit: string; className?: string }) {
  return (
    <Figure name={name} exact={`${formatCount(count)} ${unit}`} copied={String(Math.round(count))} className={className}>
      {formatCount(count)}
    </Figure>
  )
}
