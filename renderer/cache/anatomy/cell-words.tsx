import { useEffect, useMemo, useState } from 'react'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { type HeldText, heldText, messagesAt, positionsOf, rangeAt } from '../../chat/words/held-text'
import { useApp } from '../../client/use-app'
import { quoteAround } from './quoted-words'

export interface CellWordsProps {
  readonly sample: CacheSample
  readonly messages: readonly StoredMessage[]
  /** Of the cell that the user points at. */
  readonly position: number | undefined
  /** The positions of the word under the pointer. */
  readonly onLight: (positions: readonly number[]) => void
  readonly onGo: (position: number) => void
}

/** The words of a cell in their message. They stay when the pointer leaves the cells, so that the user can point at a word. */
export function CellWords({ sample, messages, position, onLight, onGo }: CellWordsProps) {
  const found = useFoundWords(sample, messages, position)
  const quote = useMemo(() => found && quoteAround(found.held.text, found.range), [found])
  return (
    <p className="h-[3.75rem] overflow-hidden text-[13px] leading-5 [overflow-wrap:anywhere]" data-testid="words">
      {!found || !quote ? (
        <span className="text-faint">{copy.cache.anatomy.words.hint}</span>
      ) : (
        <>
          <span className="mr-2 text-faint">{copy.cache.anatomy.words.of(found.number, found.isUser)}</span>
          {quote.isCutBefore && '… '}
          {quote.parts.map(({ text, from, to, isWord, isLit }) => {
            if (!isWord) return text.replace(/\s+/g, ' ')
            const positions = positionsOf(found.held, { from, to })
            const [first] = positions
            return (
              // Without a tab stop: the arrow keys reach the same words, cell by cell.
              <button
                key={from}
                type="button"
                tabIndex={-1}
                className={`rounded-xs hover:bg-mark ${isLit ? 'bg-mark' : ''}`}
                onPointerEnter={() => onLight(positions)}
                onPointerLeave={() => onLight([])}
                onClick={() => first !== undefined && onGo(first)}
              >
                {text}
              </button>
            )
          })}
          {quote.isCutAfter && ' …'}
        </>
      )}
    </p>
  )
}

interface FoundWords {
  readonly number: number
  readonly isUser: boolean
  readonly held: HeldText
  readonly range: { readonly from: number; readonly to: number }
}

function useFoundWords(sample: CacheSample, messages: readonly StoredMessage[], position: number | undefined): FoundWords | undefined {
  const engine = useApp((state) => state.engine)
  const [found, setFound] = useState<FoundWords>()
  useEffect(() => {
    if (position === undefined || !engine) return
    const [number] = messagesAt(sample, position, position + 1)
    const message = number === undefined ? undefined : messages[number - 1]
    if (number === undefined || !message) return setFound(undefined)
    let isCurrent = true
    heldText(engine, sample, number, message).then(
      (held) => {
        const range = rangeAt(held, position, position + 1)
        if (isCurrent) setFound(range && { number, isUser: message.role === 'user', held, range })
      },
      (error: unknown) => console.warn('words', error),
    )
    return () => {
      isCurrent = false
    }
  }, [engine, sample, messages, position])
  return found
}
