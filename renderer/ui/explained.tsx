import { Tooltip } from '@base-ui/react/tooltip'
import { memo, type ReactNode } from 'react'

export const Explained = memo(function Explained({
  children,
  by,
  className = '',
  onClick,
}: {
  readonly children: ReactNode
  readonly by: string
  readonly className?: string
  readonly onClick?: () => void
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={<button type="button" className={`${onClick ? '' : 'cursor-help'} rounded-sm text-left ${className}`} onClick={onClick} />}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper leading-snug shadow-raised">
            {by}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
})
