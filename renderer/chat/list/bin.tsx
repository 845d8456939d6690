import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { BinnedConversation } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { MoreItem, MoreMenu } from '../../ui/controls/more-menu'
import { Question } from '../../ui/question'
import { conversationStore, emptyBin, removeForGood, restore } from '../conversation/conversation-store'

export function Bin({ onOpen }: { readonly onOpen: () => void }) {
  const bin = useStore(conversationStore, (state) => state.bin)
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const items = useId()
  const texts = copy.chat.list.bin
  if (bin.length === 0) return null
  return (
    <section aria-label={texts.title} className="mt-3 border-line border-t pt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={items}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-1 rounded-md px-2 py-1.5 text-left font-medium text-[12px] text-faint hover:text-ink"
      >
        <ChevronRight size={13} aria-hidden className={`shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        <span className="min-w-0 flex-1 truncate">{texts.title}</span>
        <span>{formatCount(bin.length)}</span>
      </button>
      <div id={items} hidden={!isOpen}>
        {isOpen && (
          <>
            <ul>
              {bin.map((conversation) => (
                <BinItem key={conversation.id} conversation={conversation} onOpen={onOpen} />
              ))}
            </ul>
            <Button look="quiet" className="h-7 px-2 text-[12px]" onClick={() => setAsking(true)}>
              {texts.empty}
            </Button>
          </>
        )}
      </div>
      <Question
        isOpen={isAsking}
        title={texts.emptyTitle(bin.length)}
        text={texts.emptyText}
        no={texts.emptyNo}
        yes={texts.emptyYes}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false)
          void emptyBin()
        }}
      />
    </section>
  )
}

function BinItem({ conversation, onOpen }: { readonly conversation: BinnedConversation; readonly onOpen: () => void }) {
  const { id, title } = conversation
  return (
    <li className="group flex items-center rounded-md hover:bg-sunken">
      <span className="min-w-0 flex-1 px-2 py-1">
        <span className="block truncate text-[13px] text-soft" title={title}>
          {title}
        </span>
        <span className="block text-[12px] text-faint">{timeLeft(conversation)}</span>
      </span>
      <MoreMenu of={title} size="item">
        <MoreItem
          onClick={() => {
            onOpen()
            void restore(id)
          }}
        >
          {copy.chat.list.bin.restore}
        </MoreItem>
        <MoreItem danger onClick={() => void removeForGood(id)}>
          {copy.chat.list.bin.removeNow}
        </MoreItem>
      </MoreMenu>
    </li>
  )
}

const dayMs = 24 * 60 * 60 * 1000

function timeLeft({ goneAt }: BinnedConversation): string {
  if (goneAt === null) return copy.chat.list.bin.untilClosed
  const days = Math.max(1, Math.ceil((goneAt - Date.now()) / dayMs))
  return copy.chat.list.bin.daysLeft(days)
}
