import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '../../core/contract/conversations'
import { exportAs, remove, rename } from './conversation-store'

export interface ConversationItemProps {
  readonly conversation: ConversationSummary
  readonly isOpen: boolean
  readonly isAnswering: boolean
  readonly onOpen: () => void
}

export function ConversationItem({ conversation, isOpen, isAnswering, onOpen }: ConversationItemProps) {
  const [renaming, setRenaming] = useState(false)
  if (renaming) return <RenameField conversation={conversation} onDone={() => setRenaming(false)} />
  return (
    <li className={`group flex items-center rounded-md ${isOpen ? 'bg-accent-soft' : 'hover:bg-sunken'}`}>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        className="min-w-0 flex-1 truncate rounded-md px-2 py-1.5 text-left text-[13px]"
        title={conversation.title}
        onClick={onOpen}
        onDoubleClick={() => setRenaming(true)}
      >
        {isAnswering && (
          <span role="img" aria-label="being answered" className="mr-1.5 inline-block size-1.5 rounded-full bg-accent align-middle" />
        )}
        {conversation.title}
      </button>
      <ItemMenu conversation={conversation} isAnswering={isAnswering} onRename={() => setRenaming(true)} />
    </li>
  )
}

function ItemMenu({
  conversation,
  isAnswering,
  onRename,
}: {
  readonly conversation: ConversationSummary
  readonly isAnswering: boolean
  readonly onRename: () => void
}) {
  const item = 'px-3 py-1.5 text-[13px] outline-none data-[disabled]:text-faint data-[highlighted]:bg-accent-soft'
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`More about ${conversation.title}`}
        className="mr-1 grid size-6 shrink-0 place-items-center rounded text-soft opacity-0 hover:bg-line focus-visible:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100"
      >
        <Ellipsis size={15} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="min-w-44 rounded-md border border-line bg-raised py-1 shadow-raised">
            <Menu.Item className={item} onClick={onRename}>
              Rename
            </Menu.Item>
            <Menu.Item className={item} onClick={() => void exportAs(conversation.id, 'markdown')}>
              Export as Markdown
            </Menu.Item>
            <Menu.Item className={item} onClick={() => void exportAs(conversation.id, 'json')}>
              Export as JSON
            </Menu.Item>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={`${item} text-danger`} disabled={isAnswering} onClick={() => void remove(conversation)}>
              Delete
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function RenameField({ conversation, onDone }: { readonly conversation: ConversationSummary; readonly onDone: () => void }) {
  const [title, setTitle] = useState(conversation.title)
  const finish = (keep: boolean) => {
    onDone()
    if (keep && title.trim() !== '' && title !== conversation.title) void rename(conversation.id, title)
  }
  return (
    <li>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename it.
        autoFocus
        aria-label="New title"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true)
          if (event.key === 'Escape') finish(false)
        }}
        className="h-8 w-full rounded-md border border-accent bg-raised px-2 text-[13px]"
      />
    </li>
  )
}
