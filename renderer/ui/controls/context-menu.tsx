import { ContextMenu } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'

export interface ContextMenuAreaProps {
  /** `MoreItem` and `MoreSeparator`. */
  readonly items: ReactNode
  /** The element that opens the menu with a right click, a long touch or the menu key. */
  readonly area: ReactElement
}

export function ContextMenuArea({ items, area }: ContextMenuAreaProps) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={area} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="z-50">
          <ContextMenu.Popup className="min-w-44 rounded-md border border-line bg-raised py-1 shadow-raised">{items}</ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
