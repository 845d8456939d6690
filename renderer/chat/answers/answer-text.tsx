import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { followLiveTurn, type LiveTurn, liveTurn, noLiveTurn } from '../../client/live-turns'
import { useApp } from '../../client/use-app'
import { usePreferences } from '../../window/preference-store'
import { EditField } from '../edit/edit-field'
import { useIsEdited } from '../edit/use-is-edited'
import { AnswerParts } from './answer-parts'

const noTurn = createStore<LiveTurn>(() => noLiveTurn)

export interface AnswerTextProps {
  readonly message: StoredMessage
  readonly onGrown: () => void
}

export function AnswerText({ message, onGrown }: AnswerTextProps) {
  const engine = useApp((state) => state.engine)
  const isStreaming = message.state === 'streaming'
  const turnId = message.turnId ?? message.id
  const turn = isStreaming ? liveTurn(turnId) : noTurn
  const live = useStore(turn)
  const begun = useBegunText(message)
  const isEdited = useIsEdited(message)
  // A forgotten turn gets a new store, so `turn` is a dependency.
  useEffect(() => {
    if (isStreaming && engine) followLiveTurn(turnId, engine)
  }, [isStreaming, turnId, turn, engine])
  useLayoutEffect(() => {
    if (isStreaming) onGrown()
  })
  if (isEdited) return <EditField message={message} />
  return (
    <>
      <div data-message={message.id}>
        <AnswerParts
          answerId={message.id}
          text={isStreaming && live.text !== '' ? begun + live.text : message.text}
          parts={live.parts ?? message.parts}
          growingTurnId={isStreaming ? turnId : null}
        />
      </div>
      {isStreaming && <Progress {...live} isThinking={live.parts?.at(-1)?.type === 'reasoning'} />}
    </>
  )
}

/** The engine streams only the new part of a continued answer. */
function useBegunText({ id, text }: StoredMessage): string {
  const characters = useApp((state) => state.app?.turns.find((turn) => turn.answerId === id)?.begunCharacters)
  // The app stops listing a turn shortly before its stored text arrives.
  const known = useRef(text.length)
  if (characters !== undefined) known.current = characters
  return text.slice(0, known.current)
}

/** Screen readers announce each phase once, and never the running count. */
function Progress({ last, gaps, isThinking }: Pick<LiveTurn, 'last' | 'gaps'> & { readonly isThinking: boolean }) {
  const details = usePreferences((values) => values.details)
  const { announced, shown } = progressOf(last, details && gaps.ms > 0 ? (gaps.count / gaps.ms) * 1000 : null, isThinking)
  return (
    <p className="mt-1 min-h-[1.125rem] text-[12px] text-faint">
      <span role="status">{announced}</span>
      <span aria-hidden>{shown && ` · ${shown}`}</span>
    </p>
  )
}

function progressOf(
  last: LiveTurn['last'],
  tokensPerSecond: number | null,
  isThinking: boolean,
): { readonly announced: string; readonly shown: string } {
  const texts = copy.chat.answers.progress
  switch (last?.phase) {
    case 'generating':
      // A server does not say how many tokens it has written.
      return {
        announced: isThinking ? texts.thinking : texts.answering,
        shown: last.outputTokens === 0 ? '' : texts.written(last.outputTokens, tokensPerSecond, last.speculation),
      }
    case 'tokenizing':
    case 'prefill': {
      const newTokens = Math.max(0, last.promptTokens - last.reusedTokens)
      return { announced: texts.reading, shown: texts.read(last.processedTokens, newTokens) }
    }
    case 'finished':
    case 'failed':
      return { announced: '', shown: '' }
    default:
      return last?.waits
        ? { announced: texts.waitsFor(last.waits), shown: last.waits.for === 'prompt' ? texts.isCopied : texts.moreSequences }
        : { announced: texts.waiting, shown: '' }
  }
}
