import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { partsOf } from '../../../core/messages/parts-of'
import { Button } from '../../ui/controls/button'
import { useIsAnswering } from '../conversation/use-is-answering'
import { useTokenCount } from '../conversation/use-token-count'
import { FoldedText } from './folded-text'
import { resume } from './tools-store'

export function ToolResults({ message, isLast }: { readonly message: StoredMessage; readonly isLast: boolean }) {
  const isAnswering = useIsAnswering()
  const texts = copy.chat.tools
  return (
    <>
      {partsOf(message).map((part) => (part.type === 'tool-result' ? <Result key={part.from + part.id} {...part} /> : null))}
      {isLast && !isAnswering && <Button onClick={() => void resume(message.conversationId, message.id)}>{texts.call.answer}</Button>}
    </>
  )
}

function Result({ name, isError, text }: { readonly name: string; readonly isError: boolean; readonly text: string }) {
  const texts = copy.chat.tools.result
  const title = isError ? texts.failed(name) : texts.name(name)
  return <FoldedText title={title} label={title} text={text} isOpenAtFirst={isError} note={<Size text={text} />} />
}

/** In tokens once they are counted, which needs a model. */
function Size({ text }: { readonly text: string }) {
  const count = useTokenCount(text)
  const texts = copy.chat.tools.result
  return <span>{count?.share === 1 ? texts.tokens(count.tokens) : texts.characters(text.length)}</span>
}
