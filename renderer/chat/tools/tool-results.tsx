import { useEffect, useState } from 'react'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { partsOf } from '../../../core/messages/parts-of'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { useIsAnswering } from '../conversation/use-is-answering'
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

/** In tokens if a model is loaded. */
function Size({ text }: { readonly text: string }) {
  const engine = useApp((state) => state.engine)
  const model = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.file.id : undefined))
  const [tokens, setTokens] = useState<number>()
  useEffect(() => {
    if (!engine || model === undefined) return
    engine.countTokens({ text }).then(
      (count) => setTokens(count.tokens),
      () => setTokens(undefined),
    )
  }, [engine, model, text])
  const texts = copy.chat.tools.result
  return <span>{tokens === undefined ? texts.characters(text.length) : texts.tokens(tokens)}</span>
}
