import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../app/use-app'
import type { AppStoreState } from '../client/app-store'
import { Button } from '../ui/button'
import { conversationStore, send, stop } from './conversation-store'

/** A draft per conversation: nothing that was typed is lost by looking elsewhere. */
const drafts = new Map<string | null, string>()

export function Composer() {
  const openId = useStore(conversationStore, (state) => state.openId)
  const isAnswering = useApp((state) => state.app?.turns.some((turn) => turn.conversationId === openId) ?? false)
  const obstacle = useApp(obstacleOf)
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    setText(drafts.get(openId) ?? '')
    field.current?.focus()
  }, [openId])
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`
  })

  const change = (value: string) => {
    setText(value)
    drafts.set(openId, value)
  }
  const canSend = !isAnswering && !sending && obstacle === undefined && text.trim() !== ''
  const submit = async () => {
    if (!canSend) return
    setSending(true)
    // The text leaves the field only once it is on disk.
    const stored = await send(text)
    setSending(false)
    if (!stored) return
    drafts.delete(openId)
    setText('')
    field.current?.focus()
  }
  return (
    <form
      className="mx-auto w-full max-w-3xl px-6 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="rounded-xl border border-line-strong bg-raised p-2 focus-within:border-accent">
        <textarea
          ref={field}
          aria-label="Message"
          placeholder={obstacle ?? 'Write a message'}
          rows={1}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault()
              void submit()
            }
          }}
          className="block max-h-60 w-full resize-none bg-transparent px-2 py-1 text-[15px] leading-relaxed outline-none placeholder:text-faint"
        />
        <div className="flex items-center gap-2 pt-1">
          <span className="px-2 text-[12px] text-faint">
            {isAnswering ? 'Esc stops the answer' : 'Enter sends, Shift+Enter starts a new line'}
          </span>
          <span className="ml-auto">
            {isAnswering ? (
              <Button onClick={() => void stop()}>
                <Square size={13} fill="currentColor" aria-hidden /> Stop
              </Button>
            ) : (
              <Button look="primary" type="submit" disabled={!canSend}>
                <ArrowUp size={15} aria-hidden /> Send
              </Button>
            )}
          </span>
        </div>
      </div>
    </form>
  )
}

/** Why nothing can be sent now, or undefined. */
function obstacleOf({ app }: AppStoreState): string | undefined {
  switch (app?.model.status) {
    case 'ready':
      return undefined
    case 'loading':
      return 'The model is loading…'
    case 'failed':
      return 'The model is not loaded'
    case 'none':
      return 'Choose a model first'
    default:
      return 'Connecting…'
  }
}
