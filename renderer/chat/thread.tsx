import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { conversationStore } from './conversation-store'
import { EmptyThread } from './empty-thread'
import { Message } from './message'

/** Within this distance of the end a reader wants to see what comes next. */
const followPx = 80

export function Thread() {
  const thread = useStore(conversationStore, (state) => state.thread)
  const openId = useStore(conversationStore, (state) => state.openId)
  const shownMessageId = useStore(conversationStore, (state) => state.shownMessageId)
  const scroller = useFollowEnd(thread?.conversation.id ?? null, thread?.messages.length ?? 0)

  useEffect(() => {
    if (shownMessageId && thread) document.getElementById(`message-${shownMessageId}`)?.scrollIntoView({ block: 'center' })
  }, [shownMessageId, thread])

  const messages = thread?.messages ?? []
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      aria-label="Conversation"
      className="min-h-0 flex-1 overflow-y-auto py-4 focus-visible:outline-none"
    >
      {messages.map((message, index) => (
        <Message key={message.id} message={message} isLast={index === messages.length - 1} />
      ))}
      {messages.length === 0 && (openId === null || thread) && <EmptyThread />}
    </section>
  )
}

/** Keeps the end in view while it grows, unless the reader has scrolled away from it. */
function useFollowEnd(conversationId: string | null, messages: number) {
  const scroller = useRef<HTMLElement>(null)
  const follows = useRef(true)
  // Another conversation or a new message is a reason to go to the end.
  useLayoutEffect(() => {
    follows.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [conversationId, messages])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < followPx
    }
    const toEnd = () => {
      if (follows.current) element.scrollTo({ top: element.scrollHeight })
    }
    const grown = new MutationObserver(toEnd)
    // A narrower window breaks lines anew.
    const resized = new ResizeObserver(toEnd)
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    grown.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      grown.disconnect()
      resized.disconnect()
    }
  }, [])
  return scroller
}
