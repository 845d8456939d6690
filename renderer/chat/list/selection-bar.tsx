import { X } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { IconButton } from '../../ui/controls/icon-button'
import { useEscape } from '../../ui/use-escape'
import { focusSoon } from '../../window/focus-soon'
import { endSelection, selectAll } from './list-store'

export interface SelectionBarProps {
  readonly selectedCount: number
  /** All conversations that can be selected. */
  readonly selectableIds: readonly string[]
  readonly onRemove: () => void
}

export function SelectionBar({ selectedCount, selectableIds, onRemove }: SelectionBarProps) {
  const texts = copy.chat.list.selection
  useEscape(true, leave, 'nav')
  return (
    <div role="toolbar" aria-label={texts.name} className="mx-3 mb-2 rounded-md border border-line bg-raised p-1 pl-2">
      <div className="flex items-center gap-1 text-[13px]">
        <span role="status" className="min-w-0 flex-1 truncate">
          {texts.count(selectedCount)}
        </span>
        <IconButton icon={X} label={texts.end} size={14} onClick={leave} />
      </div>
      <div className="mt-0.5 flex flex-wrap gap-1">
        <Button look="quiet" className="-ml-1 h-7 px-2 text-[12px]" onClick={() => selectAll(selectableIds)}>
          {texts.all}
        </Button>
        <Button look="danger" className="ml-auto h-7 px-2 text-[12px]" disabled={selectedCount === 0} onClick={onRemove}>
          {copy.chat.list.item.remove}
        </Button>
      </div>
    </div>
  )
}

/** The focused element disappears with the selection mode. */
function leave(): void {
  endSelection()
  focusSearch()
}

export const focusSearch = (): void => focusSoon(`[aria-label="${copy.chat.list.search.label}"]`)
