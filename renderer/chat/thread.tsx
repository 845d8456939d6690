import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../core/contract/chat/conversations'
import { copy } from '../../core/copy/copy'
import { Button } from '../ui/controls/button'
import { conversationStore } from './conversation/conversation-store'
import { DeleteQuestion } from './delete/delete-messages'
import { EmptyThread } from './empty-thread'
import { LinkAddress } from './markdown/link'
import { Message } from './message'
import { MessageMenu } from './message-menu'
import { SystemPrompt } from './system-prompt/system-prompt'

/** Pixels from the end within which the view follows new text. */
const followPx = 80
const guessPx = 140
const nothing: readonly StoredMessage[] = []

export function Thread() {
  const thread = useStore(conversationStore, (state) => state.thread)
  const openId = useStore(conversationStore, (state) => state.openId)
  const messages = thread?.messages ?? nothing
  const isRead = openId === null || thread !== undefined
  return (
    <>
      {isRead && messages.length === 0 ? (
        <section aria-label={copy.chat.thread.name} className="flex min-h-0 flex-1 flex-col overflow-y-auto py-4">
          <SystemPrompt conversationId={openId} stored={thread?.systemPrompt ?? ''} />
          <EmptyThread />
        </section>
      ) : (
        // A new key resets the measured heights.
        <Messages key={openId} messages={messages} systemPrompt={thread?.systemPrompt ?? ''} />
      )}
      <LinkAddress />
      <DeleteQuestion />
    </>
  )
}

function Messages({ messages, systemPrompt }: { readonly messages: readonly StoredMessage[]; readonly systemPrompt: string }) {
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => guessPx,
    getItemKey: (index) => messages[index]?.setId ?? messages[index]?.id ?? index,
    overscan: 3,
    // Keeps the end visible unless the user has scrolled away.
    anchorTo: 'end',
    scrollEndThreshold: followPx,
    observeElementOffset: tellOffset,
    // Moves rows in the frame that measures a growing answer, without a render.
    directDomUpdates: true,
  })
  useOpenAtTheEnd(messages, virtualizer)
  useShownMessage(messages, virtualizer)
  const isAway = useIsAwayFromEnd(scroller, virtualizer)
  const items = virtualizer.getVirtualItems()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label={copy.chat.thread.name}
        onKeyDown={(event) => scrollByKey(event, virtualizer)}
        // An opaque background lets the browser scroll the layer without repainting.
        className="min-h-0 flex-1 overflow-y-auto bg-paper py-4 [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <MessageMenu
          area={
            <div ref={virtualizer.containerRef} className="relative">
              {items.map(({ index, key }) => (
                <div key={key} data-index={index} ref={virtualizer.measureElement} className="absolute inset-x-0 top-0">
                  {index === 0 && <SystemPrompt conversationId={messages[0]?.conversationId ?? null} stored={systemPrompt} />}
                  <Message message={messages[index] as StoredMessage} position={index + 1} of={messages.length} />
                </div>
              ))}
            </div>
          }
        />
      </section>
      {isAway && (
        <Button
          className="absolute bottom-3 left-1/2 -translate-x-1/2 whitespace-nowrap shadow-raised"
          onClick={() => virtualizer.scrollToEnd()}
        >
          <ArrowDown size={14} aria-hidden /> {copy.chat.thread.jumpToEnd}
        </Button>
      )}
    </div>
  )
}

/** Never reports `isScrolling`, which would render the list twice per frame. */
function tellOffset({ scrollElement }: Virtualizer<HTMLElement, Element>, tell: (offset: number, isScrolling: boolean) => void) {
  if (!scrollElement) return
  const onScroll = () => tell(scrollElement.scrollTop, false)
  scrollElement.addEventListener('scroll', onScroll, { passive: true })
  return () => scrollElement.removeEventListener('scroll', onScroll)
}

type MessageVirtualizer = ReturnType<typeof useVirtualizer<HTMLElement, Element>>

const keptShare = 0.1

/** Native smooth scrolling stops early at a message that is taller than estimated. */
function scrollByKey(event: KeyboardEvent<HTMLElement>, virtualizer: MessageVirtualizer): void {
  const { target, currentTarget, key } = event
  if (target !== currentTarget) return
  const page = currentTarget.clientHeight * (1 - keptShare)
  if (key === 'Home') virtualizer.scrollToIndex(0, { align: 'start' })
  else if (key === 'End') virtualizer.scrollToEnd()
  else if (key === 'PageUp') virtualizer.scrollBy(-page)
  else if (key === 'PageDown' || key === ' ') virtualizer.scrollBy(page)
  else return
  event.preventDefault()
}

function useOpenAtTheEnd(messages: readonly StoredMessage[], virtualizer: MessageVirtualizer): void {
  const last = messages.at(-1)
  const begun = last?.state === 'streaming' ? last.id : null
  const isEmpty = messages.length === 0
  useLayoutEffect(() => {
    if (!isEmpty && conversationStore.getState().shownMessageId === null) virtualizer.scrollToEnd()
  }, [isEmpty, virtualizer])
  useLayoutEffect(() => {
    if (begun !== null) virtualizer.scrollToEnd()
  }, [begun, virtualizer])
}

function useShownMessage(messages: readonly StoredMessage[], virtualizer: MessageVirtualizer): void {
  const shownMessageId = useStore(conversationStore, (state) => state.shownMessageId)
  const index = messages.findIndex((message) => message.id === shownMessageId)
  useLayoutEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' })
  }, [index, virtualizer])
}

/** A smaller viewport does not count as scrolling. */
function useIsAwayFromEnd(scroller: React.RefObject<HTMLElement | null>, virtualizer: MessageVirtualizer): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let wasAway = false
    const look = () => {
      wasAway = element.scrollHeight - element.scrollTop - element.clientHeight > followPx
      setAway(wasAway)
    }
    look()
    const resized = new ResizeObserver(() => (wasAway ? look() : virtualizer.scrollToEnd()))
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [scroller, virtualizer])
  return isAway
}
