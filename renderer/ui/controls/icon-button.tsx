import { Tooltip } from '@base-ui/react/tooltip'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: LucideIcon
  readonly label: string
  readonly size?: number
}

export function IconButton({ icon: Icon, label, size = 16, className = '', ...rest }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <button
            type="button"
            aria-label={label}
            className={`inline-grid size-7 shrink-0 place-items-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink disabled:cursor-default disabled:text-line-strong disabled:hover:bg-transparent ${className}`}
            {...rest}
          >
            <Icon size={size} strokeWidth={1.75} aria-hidden />
          </button>
        }
      />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="rounded-md bg-ink px-2 py-1 text-[12px] text-paper shadow-raised">{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
