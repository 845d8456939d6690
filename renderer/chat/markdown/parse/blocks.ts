/** Finished blocks keep their identity, so only the open block is drawn again. */
import { goodBreak } from './good-break'
import { segmentsOf } from './guard'
import { blockLengths } from './parse'

export interface Block {
  /** Offset in the whole text. */
  readonly start: number
  readonly text: string
  readonly isPlain: boolean
}

export interface Blocks {
  readonly text: string
  readonly finished: readonly Block[]
  readonly open: Block | undefined
}

export const noBlocks: Blocks = { text: '', finished: [], open: undefined }

/** Longer plain text is split into blocks, if possible between lines or sentences, where a break does no harm. */
const plainCharacters = 4000

export function grow(before: Blocks, grown: string): Blocks {
  const text = withPlainLineEnds(grown)
  if (text === before.text) return before
  const known = text.startsWith(before.text) ? before : noBlocks
  const start = known.open?.start ?? known.text.length
  const read = blocksOf(copyOf(text.slice(start)), start, known.open?.isPlain ?? false)
  const open = read.pop()
  return { text, finished: read.length > 0 ? [...known.finished, ...read] : known.finished, open }
}

export const allOf = ({ finished, open }: Blocks): readonly Block[] => (open ? [...finished, open] : finished)

/** In V8, a slice keeps its whole parent string in memory. */
const copyOf = (text: string): string => structuredClone(text)

const withPlainLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

function blocksOf(text: string, start: number, beginsPlain: boolean): Block[] {
  const blocks: Block[] = []
  let at = start
  for (const segment of segmentsOf(text, beginsPlain)) {
    const lengths = segment.isPlain ? pieces(segment.text) : blockLengths(segment.text)
    const end = at + segment.text.length
    for (const [index, length] of lengths.entries()) {
      // Loses no text even if the parser's lengths do not add up.
      const until = index === lengths.length - 1 ? end : Math.min(end, at + length)
      const piece = text.slice(at - start, until - start)
      const last = blocks.at(-1)
      // As separate blocks, empty lines would finish the block before them too early.
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
