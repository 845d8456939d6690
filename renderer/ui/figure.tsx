import { Tooltip } from '@base-ui/react/tooltip'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { copy } from '../../core/copy/copy'

/** One tooltip for hundreds of figures. */
const tips = Tooltip.createHandle<string>()

export interface FigureProps {
  /** Accessible name, such as `Weights`. */
  readonly name: string
  /** For screen readers, such as `1,073,741,824 bytes`. */
  readonly exact: string
  readonly tip?: string
  /** A click copies this text, such as `1073741824`. */
  readonly copied: string
  readonly children?: ReactNode
  readonly className?: string
  readonly style?: CSSProperties
  readonly onShow?: (isShown: boolean) => void
}

const shownMs = 1500

export function Figure({ name, exact, tip = exact, copied, children, className = '', style, onShow }: FigureProps) {
  const [justCopied, setJustCopied] = useState(false)
  useEffect(() => {
    if (!justCopied) return
    const timer = setTimeout(() => setJustCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [justCopied])
  const copyValue = () => void navigator.clipboard.writeText(copied).then(() => setJustCopied(true))
  return (
    <Tooltip.Trigger
      handle={tips}
      payload={justCopied ? copy.ui.figure.copied(tip) : copy.ui.figure.hint(tip)}
      closeOnClick={false}
      render={
        <button
          type="button"
          aria-label={copy.ui.figure.label(name, exact)}
          className={`cursor-copy rounded-sm text-left hover:bg-accent-soft ${className}`}
          style={style}
          onClick={copyValue}
          onMouseEnter={() => onShow?.(true)}
          onMouseLeave={() => onShow?.(false)}
          onFocus={() => onShow?.(true)}
          onBlur={() => onShow?.(false)}
        />
      }
    >
      {children}
    </Tooltip.Trigger>
  )
}

/** Render it once per screen. */
export function FigureTips() {
  return (
    <Tooltip.Root handle={tips}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={6} className="z-50">
            <Tooltip.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper leading-snug shadow-raised">
              {payload}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
