import { Menu } from '@base-ui/react/menu'
import { ChevronRight, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { copy } from '../../../core/copy/copy'

export interface MoreMenuProps {
  readonly of: string
  /** `item` is visible only while its group is hovered. */
  readonly size: 'row' | 'item'
  readonly children: ReactNode
}

const triggers: Readonly<Record<MoreMenuProps['size'], { readonly className: string; readonly icon: number }>> = {
  row: { className: 'size-8 rounded-md hover:bg-sunken hover:text-ink data-[popup-open]:bg-sunken', icon: 16 },
  item: {
    className:
      'mr-1 size-6 rounded opacity-0 hover:bg-line focus-visible:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100',
    icon: 15,
  },
}

export function MoreMenu({ of, size, children }: MoreMenuProps) {
  const { className, icon } = triggers[size]
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={copy.ui.moreAbout(of)} className={`grid shrink-0 place-items-center text-soft ${className}`}>
        <Ellipsis size={icon} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="min-w-44 rounded-md border border-line bg-raised py-1 shadow-raised">{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export interface MoreItemProps {
  readonly disabled?: boolean
  readonly danger?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export const MoreItem = ({ disabled, danger, onClick, children }: MoreItemProps) => (
  <Menu.Item
    className={`px-3 py-1.5 text-[13px] outline-none data-[disabled]:text-faint data-[highlighted]:bg-accent-soft ${danger ? 'text-danger' : ''}`}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Menu.Item>
)

export const MoreSeparator = () => <Menu.Separator className="my-1 h-px bg-line" />

/** A menu that opens next to its item. */
export const MoreSubmenu = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Menu.SubmenuRoot>
    <Menu.SubmenuTrigger className="flex items-center gap-2 px-3 py-1.5 text-[13px] outline-none data-[highlighted]:bg-accent-soft data-[popup-open]:bg-accent-soft">
      {label} <ChevronRight size={13} aria-hidden className="ml-auto" />
    </Menu.SubmenuTrigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={2} alignOffset={-5} className="z-50">
        <Menu.Popup className="max-h-80 min-w-44 overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-raised">
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.SubmenuRoot>
)
