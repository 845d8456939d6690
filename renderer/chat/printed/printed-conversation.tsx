import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { type PartWithText, partsOf } from '../../../core/messages/parts-of'
import { Markdown } from '../markdown/markdown'
import { speakerOf } from '../message'
import { printStore } from './print-conversation'
import './printed.css'

/** Is only on the printed page, without the rest of the window. */
export function PrintedConversation() {
  const thread = useStore(printStore, (state) => state.thread)
  if (!thread) return null
  return createPortal(
    <div className="printed">
      <h1>{thread.conversation.title}</h1>
      <time>{copy.chat.thread.printedDate(thread.conversation.changedAt)}</time>
      {thread.messages.map((message) => (
        <article key={message.id}>
          <h2>{speakerOf(message)}</h2>
          {partsOf(message).map((part, at) => (
            <PrintedPart key={at} part={part} role={message.role} />
          ))}
        </article>
      ))}
    </div>,
    document.body,
  )
}

function PrintedPart({ part, role }: { readonly part: PartWithText; readonly role: StoredMessage['role'] }) {
  const { tools, documents } = copy.chat
  switch (part.type) {
    case 'text':
      return role === 'user' ? (
        <p className="whitespace-pre-wrap">{part.text.trim()}</p>
      ) : (
        <Markdown text={part.text} isGrowing={false} isWhole />
      )
    case 'tool-call':
      return <p>{tools.call.name(part.name)}</p>
    case 'tool-result':
      return <p>{part.isError ? tools.result.failed(part.name) : tools.result.name(part.name)}</p>
    case 'document':
      return <p>{documents.named(part.name)}</p>
    case 'image':
      return <p>{documents.imageNamed(part.name)}</p>
    case 'reasoning':
      return null
  }
}
