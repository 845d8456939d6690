import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { BinnedConversation } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { ContextMenuArea } from '../../ui/controls/context-menu'
import { MoreItem, MoreMenu } from '../../ui/controls/more-menu'
import { Question } from '../../ui/question'
import { conversationStore } from '../conversation/conversation-store'
import { emptyBin, removeForGood, restore } from '../conversation/list-actions'
import { listStore, openBin } from './list-store'

const itemRem = 3

export function Bin({ onOpen }: { readonly onOpen: () => void }) {
  const bin = useStore(conversationStore, (state) => state.bin)
  const isOpen = useStore(listStore, (state) => state.isBinOpen)
  const [isAsking, setAsking] = useState(false)
  const items = useId()
  const texts = copy.chat.list.bin
  if (bin.length === 0) return null
  return (
    <section aria-label={texts.title} className="flex max-h-[45%] shrink-0 flex-col border-line border-t px-2 py-0.5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={items}
        onClick={() => openBin(!isOpen)}
        className="flex h-8 w-full shrink-0 items-center gap-1.5 rounded-md px-2 text-left font-medium text-[12px] text-soft hover:bg-sunken hover:text-ink"
      >
        <Trash2 size={13} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{texts.title}</span>
        <span>{formatCount(bin.length)}</span>
        <ChevronUp size={13} aria-hidden className={`shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={items} hidden={!isOpen} className={isOpen ? 'flex min-h-0 flex-col' : ''}>
        {isOpen && (
          <>
            <p className="shrink-0 px-2 pb-1 text-[12px] text-faint leading-snug">{texts.kept}</p>
            <BinItems bin={bin} onOpen={onOpen} />
            <Button look="quiet" className="h-7 self-start px-2 text-[12px]" onClick={() => setAsking(true)}>
              {texts.removeAll}
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

function BinItems({ bin, onOpen }: { readonly bin: readonly BinnedConversation[]; readonly onOpen: () => void }) {
  const scroller = useRef<HTMLDivElement>(null)
  const itemPx = itemRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: bin.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemPx,
    getItemKey: (index) => bin[index]?.id ?? index,
    overscan: 4,
  })
  const inSight = virtualizer.getVirtualItems()
  return (
    <div ref={scroller} className="min-h-0 overflow-y-auto pb-1">
      <div style={{ height: virtualizer.getTotalSize() }}>
        <ul style={{ transform: `translateY(${inSight[0]?.start ?? 0}px)` }}>
          {inSight.map(({ index, key }) => {
            const conversation = bin[index]
            return conversation && <BinItem key={key} conversation={conversation} position={index + 1} of={bin.length} onOpen={onOpen} />
          })}
        </ul>
      </div>
    </div>
  )
}

interface BinItemProps {
  readonly conversation: BinnedConversation
  readonly position: number
  readonly of: number
  readonly onOpen: () => void
}

function BinItem({ conversation, position, of, onOpen }: BinItemProps) {
  const { id, title } = conversation
  const texts = copy.chat.list.bin
  const bringBack = () => {
    onOpen()
    void restore([id])
  }
  const items = (
    <>
      <MoreItem onClick={bringBack}>{texts.restore}</MoreItem>
      <MoreItem danger onClick={() => void removeForGood(id)}>
        {texts.removeNow}
      </MoreItem>
    </>
  )
  const row = (
    <li aria-setsize={of} aria-posinset={position} className="group flex h-12 items-center rounded-md hover:bg-sunken">
      <div className="min-w-0 flex-1 px-2 leading-snug">
        <p className="truncate text-[13px] text-soft" title={title}>
          {title}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-[12px] text-soft">
          {timeLeft(conversation)}
          <button
            type="button"
            aria-label={texts.restoreNamed(title)}
            className="rounded-sm text-accent underline underline-offset-2"
            onClick={bringBack}
          >
            {texts.restore}
          </button>
        </p>
      </div>
      <MoreMenu of={title} size="item">
        {items}
      </MoreMenu>
    </li>
  )
  return <ContextMenuArea items={items} area={row} />
}

const dayMs = 24 * 60 * 60 * 1000

function timeLeft({ goneAt }: BinnedConversation): string {
  if (goneAt === null) return copy.chat.list.bin.untilClosed
  const days = Math.max(1, Math.ceil((goneAt - Date.now()) / dayMs))
  return copy.chat.list.bin.daysLeft(days)
}
