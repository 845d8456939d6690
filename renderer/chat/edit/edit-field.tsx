import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { plainTextOf } from '../../../core/messages/parts-of'
import { Button } from '../../ui/controls/button'
import { focusComposer } from '../composer/focus-composer'
import { useSendKey } from '../composer/use-send-key'
import { conversationStore, edit, saveEdited, sendEdited, stopEditing } from '../conversation/conversation-store'
import { useIsAnswering } from '../conversation/use-is-answering'
import { useSendPreview } from '../conversation/use-send-preview'

export function EditField({ message }: { readonly message: StoredMessage }) {
  const isPrompt = message.role === 'user'
  const editing = useStore(conversationStore, (state) => state.editing)
  const isAnswering = useIsAnswering()
  const openId = useStore(conversationStore, (state) => state.openId)
  const preview = useSendPreview(
    isPrompt && openId && editing?.text.trim() ? { conversationId: openId, replacesId: editing.messageId, text: editing.text } : null,
  )
  const { sends } = useSendKey()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  if (!editing) return null
  const { messageId, text } = editing
  const texts = isPrompt ? copy.chat.thread.edit : copy.chat.answers.edit
  const canSubmit = !isAnswering && text.trim() !== '' && (isPrompt || text !== plainTextOf(message))
  const leave = () => {
    stopEditing()
    focusComposer()
  }
  const submit = () => canSubmit && void (isPrompt ? sendEdited() : saveEdited()).then(focusComposer)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Otherwise, Escape would also stop an answer.
      event.preventDefault()
      leave()
    } else if (sends(event)) {
      event.preventDefault()
      submit()
    }
  }
  return (
    <div className="rounded-xl border border-accent bg-raised p-2">
      <textarea
        ref={field}
        aria-label={texts.label}
        autoComplete="off"
        value={text}
        onChange={(event) => edit(messageId, event.target.value)}
        onKeyDown={onKey}
        dir="auto"
        className="field-sizing-content block max-h-72 min-h-9 w-full resize-none bg-transparent px-2 py-1 text-[15px] leading-relaxed outline-none"
      />
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <span className="min-w-64 flex-1 px-2 text-[12px] text-faint">
          {texts.note}
          {preview && ` ${copy.chat.thread.sendCost(preview)}`}
        </span>
        <span className="ml-auto flex gap-2">
          <Button onClick={leave}>{texts.cancel}</Button>
          <Button look="primary" disabled={!canSubmit} onClick={submit}>
            {isPrompt ? copy.chat.thread.edit.send : copy.chat.answers.edit.save}
          </Button>
        </span>
      </div>
    </div>
  )
}
