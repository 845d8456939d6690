import { ChevronLeft, ChevronRight, Copy, RefreshCw } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../core/contract/conversations'
import { sentenceOf } from '../../core/contract/sentences'
import { formatCount } from '../../core/text/amounts'
import { useApp } from '../app/use-app'
import { type LiveTurn, liveTurn } from '../client/live-turns'
import { Explained } from '../ui/explained'
import { IconButton } from '../ui/icon-button'
import { Told } from '../ui/told'
import { regenerate, showBranch } from './conversation-store'
import { figuresOf } from './figures'

export interface MessageProps {
  readonly message: StoredMessage
  readonly isLast: boolean
}

export const Message = memo(function Message({ message, isLast }: MessageProps) {
  const isUser = message.role === 'user'
  return (
    <article
      aria-label={isUser ? 'You' : (message.modelName ?? 'Model')}
      id={`message-${message.id}`}
      className="group mx-auto w-full max-w-3xl px-6 py-3"
    >
      <h3 className={`mb-1 font-medium text-[12px] ${isUser ? 'text-faint' : 'text-accent'}`}>
        {isUser ? 'You' : (message.modelName ?? 'Model')}
      </h3>
      {message.state === 'streaming' ? <LiveText message={message} /> : <Text text={message.text} />}
      {message.failure && (
        <div className="mt-2">
          <Told tone={message.state === 'interrupted' ? 'warning' : 'danger'} sentence={sentenceOf(message.failure)} />
        </div>
      )}
      {message.state === 'interrupted' && !message.failure && (
        <p className="mt-1 text-[12px] text-warning">Headroom was closed while this was being written.</p>
      )}
      {!isUser && message.state !== 'streaming' && <AnswerFoot message={message} isLast={isLast} />}
    </article>
  )
})

const Text = ({ text }: { readonly text: string }) => (
  <div className="whitespace-pre-wrap text-[15px] leading-relaxed [overflow-wrap:anywhere]">{text}</div>
)

function LiveText({ message }: { readonly message: StoredMessage }) {
  const engine = useApp((state) => state.engine)
  const turn = useStore(liveTurn(message.turnId ?? message.id, engine))
  const { last } = turn
  return (
    <>
      <Text text={turn.text || message.text} />
      <p role="status" className="mt-1 text-[12px] text-faint">
        {progressOf(last)}
      </p>
    </>
  )
}

function progressOf(last: LiveTurn['last']): string {
  switch (last?.phase) {
    case 'generating':
      return `${formatCount(last.outputTokens)} tokens`
    case 'tokenising':
    case 'prefill':
      return `Reading the conversation… ${formatCount(last.processedTokens)} of ${formatCount(Math.max(0, last.promptTokens - last.reusedTokens))} new tokens`
    case 'finished':
    case 'failed':
      return ''
    default:
      return 'Waiting for its turn…'
  }
}

function AnswerFoot({ message, isLast }: MessageProps) {
  const { siblingIds, metrics } = message
  const position = siblingIds.indexOf(message.id)
  const show = (id: string | undefined) => id && void showBranch(message.conversationId, id)
  return (
    <footer className="mt-1.5 flex min-h-7 flex-wrap items-center gap-x-1 text-[12px] text-faint">
      {metrics &&
        figuresOf(metrics).map((figure, index, all) => (
          <span key={figure.text} className="whitespace-nowrap">
            <Explained by={figure.meaning}>{figure.text}</Explained>
            {index < all.length - 1 && <span aria-hidden> ·</span>}
          </span>
        ))}
      <span className="ml-auto flex items-center">
        {siblingIds.length > 1 && (
          <>
            <IconButton
              icon={ChevronLeft}
              label="Previous answer"
              size={14}
              disabled={position <= 0}
              onClick={() => show(siblingIds[position - 1])}
            />
            <span>
              {position + 1} of {siblingIds.length}
            </span>
            <IconButton
              icon={ChevronRight}
              label="Next answer"
              size={14}
              disabled={position >= siblingIds.length - 1}
              onClick={() => show(siblingIds[position + 1])}
            />
          </>
        )}
        <IconButton icon={Copy} label="Copy the answer" size={14} onClick={() => void navigator.clipboard.writeText(message.text)} />
        {isLast && <IconButton icon={RefreshCw} label="Regenerate" size={14} onClick={() => void regenerate(message.id)} />}
      </span>
    </footer>
  )
}
