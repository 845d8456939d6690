import { X } from 'lucide-react'
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { IconButton } from '../../ui/controls/icon-button'
import { MoreMenu } from '../../ui/controls/more-menu'
import { useEscape } from '../../ui/use-escape'
import { focusSoon } from '../../window/focus-soon'
import { ArrangeItems } from './arrange-items'
import { endSelection, selectAll } from './list-store'

export interface SelectionBarProps {
  readonly selected: readonly ConversationSummary[]
  /** All conversations that can be selected. */
  readonly selectableIds: readonly string[]
  readonly onRemove: () => void
}

export function SelectionBar({ selected, selectableIds, onRemove }: SelectionBarProps) {
  const texts = copy.chat.list.selection
  useEscape(true, leave, 'nav')
  return (
    <div role="toolbar" aria-label={texts.name} className="mx-3 mb-2 rounded-md border border-line bg-raised p-1 pl-2">
      <div className="flex items-center gap-1 text-[13px]">
        <span role="status" className="min-w-0 flex-1 truncate">
          {texts.count(selected.length)}
        </span>
        {selected.length > 0 && (
          <MoreMenu of={texts.count(selected.length)} size="row">
            <ArrangeItems conversations={selected} />
          </MoreMenu>
        )}
        <IconButton icon={X} label={texts.end} size={14} onClick={leave} />
      </div>
      <div className="mt-0.5 flex flex-wrap gap-1">
        <Button look="quiet" className="-ml-1 h-7 px-2 text-[12px]" onClick={() => selectAll(selectableIds)}>
          {texts.all}
        </Button>
        <Button look="danger" className="ml-auto h-7 px-2 text-[12px]" disabled={selected.length === 0} onClick={onRemove}>
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
