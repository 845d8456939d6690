import type { SceneCompaction, SceneEvent } from '../../../core/lab/paged/scene'
import { formatCount } from '../../../core/text/amounts'

const many = (count: number, one: string): string => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

export const compactionNames: Readonly<Record<SceneCompaction, string>> = {
  none: 'None',
  repack: 'Repack',
  'hole-fill': 'Hole-filling',
}

export interface EventText {
  readonly title: string
  readonly text: string
}

export function eventText(event: SceneEvent): EventText {
  switch (event.type) {
    case 'empty':
      return {
        title: 'An empty pool',
        text: 'Memory is taken once and cut into blocks of equal size. A sequence gets a block only when it needs one, and its table says which.',
      }
    case 'prompt':
      return {
        title: 'A begins',
        text: `A’s prompt of ${many(event.tokens, 'token')} takes ${many(event.blocks, 'block')}. The last one may be partly empty: the only waste there is. Full blocks can be found again by a hash of their tokens.`,
      }
    case 'shared-prefix':
      return {
        title: 'B begins with the same words',
        text: `Of B’s ${many(event.tokens, 'token')} the first ${formatCount(event.reusedTokens)} were found in A’s blocks: nothing is computed for them, and ${many(event.newBlocks, 'block')} more are enough. The shared blocks now have two references.`,
      }
    case 'fork':
      return {
        title: 'C is another answer to A’s prompt',
        text: `C’s table points to the same ${many(event.blocks, 'block')} as A’s. Nothing was copied, not even the last block, which is half full.`,
      }
    case 'copy-on-write':
      return {
        title: 'A and C each write a token',
        text:
          event.copiedSlots === 0
            ? `Their last block was full, so both took one of their own (${many(event.newBlocks, 'block')}). Nothing had to be copied.`
            : `They may not write into the same slot, so whoever is first gets the last block’s ${many(event.copiedSlots, 'slot')} copied into a block of its own (copy on write). It took ${many(event.newBlocks, 'block')}.`,
      }
    case 'grow':
      return { title: 'A’s answer grows', text: `${many(event.tokens, 'token')} more took ${many(event.newBlocks, 'block')}.` }
    case 'evict':
      return {
        title: 'A’s policy lets two of three cells go',
        text: `${many(event.tokens, 'token')} went and ${formatCount(event.left)} stay, yet ${event.freedBlocks === 0 ? 'no block is free' : `only ${many(event.freedBlocks, 'block')} became free`}: a block is given back when none of its tokens is left. That is wall 2: what is evicted is not what is freed.`,
      }
    case 'compact':
      return compactionText(event)
    case 'end':
      return {
        title: 'B ends',
        text: `Its references go: ${many(event.freedBlocks, 'block')} became free. What others point to stays, and what is free can still be found until it is needed.`,
      }
    case 'found-again':
      return {
        title: 'B’s prompt comes again, as D',
        text: `${formatCount(event.reusedTokens)} of its ${many(event.tokens, 'token')} are found, partly in blocks that belonged to nobody.`,
      }
  }
}

function compactionText({ compaction, copiedSlots, freedBlocks }: Extract<SceneEvent, { type: 'compact' }>): EventText {
  if (compaction === 'none')
    return {
      title: 'No compaction',
      text: 'The holes stay. New tokens of A go behind its last cell; only blocks that empty by themselves come back.',
    }
  const came = `${many(copiedSlots, 'slot')} copied, ${many(freedBlocks, 'block')} freed`
  return compaction === 'repack'
    ? {
        title: 'Repack',
        text: `Survivors slide together in their order: ${came}. Blocks that others point to are not touched, holes and all.`,
      }
    : {
        title: 'Hole-filling',
        text: `Survivors of the newest round drop into older holes: ${came}. Fewer copies, but memory and text no longer have the same order, so the table has to know each token’s position.`,
      }
}
