import { ChevronRight, Folder } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationFolder } from '../../../core/contract/conversations/folders'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { ContextMenuArea } from '../../ui/controls/context-menu'
import { MoreItem, MoreMenu } from '../../ui/controls/more-menu'
import { NameField } from '../../ui/controls/name-field'
import { Question } from '../../ui/question'
import { closeFolder } from '../../window/window-store'
import { removeFolder, renameFolder } from '../conversation/list-actions'
import { listStore, nameFolder } from './list-store'

export interface FolderHeadingProps {
  readonly folder: ConversationFolder
  readonly count: number
  readonly isClosed: boolean
}

export function FolderHeading({ folder, count, isClosed }: FolderHeadingProps) {
  const { id, name } = folder
  const isNaming = useStore(listStore, (state) => state.namingFolderId === id)
  const [isAsking, setAsking] = useState(false)
  const texts = copy.chat.list.folder
  if (isNaming)
    return (
      <NameField
        label={texts.name}
        name={name}
        mostCharacters={200}
        onName={(typed) => typed !== '' && void renameFolder(id, typed)}
        onDone={() => nameFolder(null)}
      />
    )
  const items = (
    <>
      <MoreItem onClick={() => nameFolder(id)}>{copy.chat.list.item.rename}</MoreItem>
      <MoreItem danger onClick={() => (count === 0 ? void removeFolder(id) : setAsking(true))}>
        {texts.remove}
      </MoreItem>
    </>
  )
  const row = (
    <div className="group flex h-8 items-center rounded-md hover:bg-sunken">
      <h2 className="flex min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={!isClosed}
          title={name}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-md px-2 py-1.5 text-left font-medium text-[13px] text-soft"
          onClick={() => closeFolder(id, !isClosed)}
          onDoubleClick={() => nameFolder(id)}
        >
          <ChevronRight size={12} aria-hidden className={`shrink-0 transition-transform ${isClosed ? '' : 'rotate-90'}`} />
          <Folder size={13} aria-hidden className="shrink-0" />
          <span className="truncate">{name}</span>
          <span className="ml-auto shrink-0 pl-1 font-normal text-[12px] text-faint">{formatCount(count)}</span>
        </button>
      </h2>
      <MoreMenu of={name} size="item">
        {items}
      </MoreMenu>
    </div>
  )
  return (
    <>
      <ContextMenuArea items={items} area={row} />
      <Question
        isOpen={isAsking}
        title={texts.removeTitle(name)}
        text={texts.removeText(count)}
        no={texts.removeNo}
        yes={texts.remove}
        look="primary"
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false)
          void removeFolder(id)
        }}
      />
    </>
  )
}
