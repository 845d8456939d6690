import type { Block } from './blocks'
import { goodBreak } from './good-break'

/** About 10,000 tokens, drawn in about 10 ms. */
export const shownCharacters = 40_000

export function headOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  const floor = characters / 2
  const paragraph = text.lastIndexOf('\n\n', characters - 2)
  if (paragraph > floor) return text.slice(0, paragraph + 2)
  return text.slice(0, goodBreak(text, 0, characters))
}

export function lastBlocks(blocks: readonly Block[], characters: number): readonly Block[] {
  let first = blocks.length
  let used = 0
  while (first > 0 && (used === 0 || used + lengthAt(blocks, first - 1) <= characters)) used += lengthAt(blocks, --first)
  return blocks.slice(first)
}

const lengthAt = (blocks: readonly Block[], index: number): number => blocks[index]?.text.length ?? 0
