import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { stopReasonOf } from '../../../core/contract/chat/stop-reason-of'
import { copy } from '../../../core/copy/copy'
import { partsOf } from '../../../core/messages/parts-of'

/** Says why a complete answer has no text. Without it, an answer of reasoning alone looks as if something was lost. */
export function NoAnswer({ message }: { readonly message: StoredMessage }) {
  const sentence = sentenceOf(message)
  return sentence && <p className="mt-1 text-[13px] text-warning leading-snug">{sentence}</p>
}

function sentenceOf(message: StoredMessage): string | null {
  const written = partsOf(message).filter(({ text }) => text.trim() !== '')
  if (message.state !== 'complete' || message.failure || written.some(({ type }) => type !== 'reasoning')) return null
  const texts = copy.chat.answers.nothing
  const stopReason = stopReasonOf(message)
  if (stopReason === 'stopped' || stopReason === 'context-replaced') return null
  if (written.length === 0) return stopReason === 'end-of-text' ? texts.empty : null
  if (stopReason === 'token-limit') return texts.tooLong
  return stopReason === 'context-full' ? texts.contextFull : texts.onlyReasoning
}
