/**
 * A text that grows, as blocks: what is finished is never looked at again, only the last block is.
 *
 * A block is finished once another one has begun after it. Finished blocks keep their identity, so that what draws
 * them has nothing to do.
 */
import { goodBreak } from './good-break'
import { segmentsOf } from './guard'
import { blockLengths } from './parse'

export interface Block {
  /** Place of its first character in the whole text: its key. */
  readonly start: number
  readonly text: string
  readonly isPlain: boolean
}

export interface Blocks {
  /** What it was made of. */
  readonly text: string
  readonly finished: readonly Block[]
  /** The last one, which the next words may change. */
  readonly open: Block | undefined
}

export const noBlocks: Blocks = { text: '', finished: [], open: undefined }

/** Plain text is cut into pieces of up to this length, each a block of its own: between sentences, where a new line is no harm. */
const plainCharacters = 4000

/** The blocks of `text`; where it begins with what `before` was made of, only the rest is read. */
export function grow(before: Blocks, grown: string): Blocks {
  const text = withPlainLineEnds(grown)
  if (text === before.text) return before
  const known = text.startsWith(before.text) ? before : noBlocks
  const start = known.open?.start ?? known.text.length
  const read = blocksOf(copyOf(text.slice(start)), start, known.open?.isPlain ?? false)
  const open = read.pop()
  return { text, finished: read.length > 0 ? [...known.finished, ...read] : known.finished, open }
}

/** All blocks, the open one last. */
export const allOf = ({ finished, open }: Blocks): readonly Block[] => (open ? [...finished, open] : finished)

/** V8 makes a slice by pointing into the whole text: without a copy each finished block would keep the text as it was when it ended. */
const copyOf = (text: string): string => structuredClone(text)

const withPlainLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

function blocksOf(text: string, start: number, beginsPlain: boolean): Block[] {
  const blocks: Block[] = []
  let at = start
  for (const segment of segmentsOf(text, beginsPlain)) {
    const lengths = segment.isPlain ? pieces(segment.text) : blockLengths(segment.text)
    const end = at + segment.text.length
    for (const [index, length] of lengths.entries()) {
      // Should the parser's blocks not add up to the text, the last one takes the rest: nothing is lost.
      const until = index === lengths.length - 1 ? end : Math.min(end, at + length)
      const piece = text.slice(at - start, until - start)
      const last = blocks.at(-1)
      // Empty lines belong to the block before them: alone they would end it too early.
      if (piece.trim() === '' && last) blocks[blocks.length - 1] = { ...last, text: last.text + piece }
      else blocks.push({ start: at, text: piece, isPlain: segment.isPlain })
      at = until
    }
  }
  return blocks
}

function pieces(text: string): number[] {
  const lengths: number[] = []
  for (let at = 0; at < text.length; ) {
    const end = goodBreak(text, at, at + plainCharacters)
    lengths.push(end - at)
    at = end
  }
  return lengths
}
