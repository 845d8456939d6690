import { useRef, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { BlockView } from './block-view'
import { allOf, grow, noBlocks } from './parse/blocks'
import './markdown.css'
import { headOf, lastBlocks, shownCharacters } from './parse/shown-part'

export interface MarkdownProps {
  readonly text: string
  readonly isGrowing: boolean
  /** A long text is otherwise cut off until the user asks for more. */
  readonly isWhole?: boolean
}

export function Markdown({ text, isGrowing, isWhole = false }: MarkdownProps) {
  const [characters, setCharacters] = useState(isWhole ? text.length : shownCharacters)
  // While the text grows, its end stays visible.
  const [fromEnd] = useState(isGrowing)
  const read = useRef(noBlocks)
  read.current = grow(read.current, fromEnd ? text : headOf(text, characters))
  const all = allOf(read.current)
  const blocks = fromEnd ? lastBlocks(all, characters) : all
  const first = blocks[0]?.start ?? 0
  const hidden = fromEnd ? first : text.length - read.current.text.length
  const more = hidden > 0 && <ShowMore hidden={hidden} isBefore={fromEnd} onShow={() => setCharacters(characters + shownCharacters)} />
  return (
    <div className="markdown" dir="auto" data-testid="answer-text">
      {fromEnd && more}
      {blocks.map((block) => (
        <BlockView key={block.start} block={block} isOpen={isGrowing && block === read.current.open} />
      ))}
      {!fromEnd && more}
    </div>
  )
}

export function ShowMore({
  hidden,
  isBefore,
  onShow,
}: {
  readonly hidden: number
  readonly isBefore: boolean
  readonly onShow: () => void
}) {
  return (
    <p className="my-3 flex flex-wrap items-center gap-3 text-[12px] text-faint">
      {isBefore ? copy.chat.markdown.hiddenAbove(hidden) : copy.chat.markdown.hiddenBelow(hidden)}
      <Button className="h-7" onClick={onShow}>
        {copy.chat.markdown.showMore(Math.min(hidden, shownCharacters))}
      </Button>
    </p>
  )
}
