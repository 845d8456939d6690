import type { EvictionPattern } from '../../../lab/paged/full-size'
import type { PoolGauges } from '../../../lab/paged/gauges'
import type { SceneCompaction, SceneEvent } from '../../../lab/paged/scene'
import { formatCount, formatPercent } from '../../../text/amounts'
import { counted, listed, tokens } from '../../words/en'

export interface SceneText {
  readonly title: string
  readonly text: string
}

const blocks = (count: number): string => counted(count, 'block', 'blocks')
const slots = (count: number): string => counted(count, 'slot', 'slots')

const compactions: Readonly<Record<SceneCompaction, string>> = { none: 'None', repack: 'Repack', 'hole-fill': 'Hole-filling' }
const patterns: Readonly<Record<EvictionPattern, string>> = {
  'keep-every-tenth': 'every tenth token stays',
  'keep-one-per-block': 'one token stays in each block',
  'evict-one-block': 'one whole block is evicted',
}

function compacted({ compaction, copiedSlots, freedBlocks }: Extract<SceneEvent, { type: 'compact' }>): SceneText {
  if (compaction === 'none')
    return {
      title: 'No compaction',
      text: 'The holes stay. New tokens of A are written after its last cell. Only a block that has lost all of its tokens is freed.',
    }
  const result = `${slots(copiedSlots)} copied, ${blocks(freedBlocks)} freed`
  return compaction === 'repack'
    ? {
        title: 'Repack',
        text: `The remaining cells slide together and keep their order: ${result}. Shared blocks stay as they are, with their holes.`,
      }
    : {
        title: 'Hole-filling',
        text: `The newest cells move into older holes: ${result}. That usually takes fewer copies than a repack, but memory and text no longer have the same order, so the table has to store each token’s position.`,
      }
}

function scene(event: SceneEvent): SceneText {
  switch (event.type) {
    case 'empty':
      return {
        title: 'An empty pool',
        text: 'The memory is allocated once and cut into blocks of equal size. A sequence gets a block only when it needs one. Its table lists the blocks that it has.',
      }
    case 'prompt':
      return {
        title: 'A begins',
        text: `A’s prompt of ${tokens(event.tokens)} takes ${blocks(event.blocks)}. The last one may be partly empty, which is the only waste. Full blocks can be found again by a hash of their tokens.`,
      }
    case 'shared-prefix':
      return {
        title: 'B begins with the same words',
        text: `Of B’s ${tokens(event.tokens)}, the first ${formatCount(event.reusedTokens)} were found in A’s blocks. They are not computed again, and B needs only ${counted(event.newBlocks, 'more block', 'more blocks')}. Each shared block now has two references.`,
      }
    case 'fork':
      return {
        title: 'C is another answer to A’s prompt',
        text: `C’s table points to the same ${blocks(event.blocks)} as A’s. Nothing was copied, not even the last block.`,
      }
    case 'copy-on-write':
      return {
        title: 'A and C each write a token',
        text:
          event.copiedSlots === 0
            ? `Their last block was full, so each took its own new block (${blocks(event.newBlocks)} in all). Nothing had to be copied.`
            : `They must not write into the same slot. The first one to write gets a copy of the last block’s ${counted(event.copiedSlots, 'cell', 'cells')} in its own block (copy on write). The two tokens took ${counted(event.newBlocks, 'new block', 'new blocks')} in all.`,
      }
    case 'grow':
      return { title: 'A’s answer grows', text: `${counted(event.tokens, 'more token', 'more tokens')} took ${blocks(event.newBlocks)}.` }
    case 'evict':
      return {
        title: 'A’s policy evicts two of every three cells',
        text: `${tokens(event.tokens)} were evicted and ${formatCount(event.left)} remain, but ${event.freedBlocks === 0 ? 'no block was freed' : `only ${blocks(event.freedBlocks)} became free`}: a block is freed only when no sequence has a token in it. Evicting tokens alone frees little or no memory.`,
      }
    case 'compact':
      return compacted(event)
    case 'end':
      return {
        title: 'B ends',
        text: `Its references are removed, which frees ${blocks(event.freedBlocks)}. Blocks that other sequences use stay, and freed blocks can still be found by their tokens until they are used again.`,
      }
    case 'found-again':
      return {
        title: 'B’s prompt is sent again, as D',
        text: `${formatCount(event.reusedTokens)} of its ${tokens(event.tokens)} were found. The search includes blocks that belong to no sequence.`,
      }
  }
}

export const paged = {
  blockTokens: 'Tokens in a block',
  blockTokensMeaning: 'vLLM uses 16. Small blocks waste less at the end of a sequence, but need longer tables.',
  compaction: 'Compaction',
  compactionMeaning: 'What happens to the holes that evictions leave in blocks.',
  compactions,
  first: 'Go to the first scene',
  back: 'Go to the previous scene',
  on: 'Go to the next scene',
  play: 'Play',
  pause: 'Pause',
  sceneNumber: (scene: number, scenes: number): string => `Scene ${formatCount(scene)} of ${formatCount(scenes)}`,
  scene,

  pool: 'Blocks in the pool',
  free: 'free',
  /** `index` counts from 0. `owners` are names of sequences. */
  block: (index: number, owners: readonly string[], held: number, all: number): string =>
    owners.length === 0 ? `Block ${index}: free` : `Block ${index}: ${listed(owners)}, ${formatCount(held)} of ${slots(all)} hold a token`,
  gauges: ({ blocks: all, freeBlocks, sharedBlocks, tokenSlots, internalFragmentation }: PoolGauges): string =>
    `${formatCount(freeBlocks)} of ${blocks(all)} are free, ${formatCount(sharedBlocks)} shared (marked). ${slots(tokenSlots)} hold a token; ` +
    `${formatPercent(internalFragmentation, 1)} of the slots in used blocks hold none (internal fragmentation). The number in a slot is the position of its token. ` +
    'Next to each block number are the block’s sequences and the number of tables that point to it. A frame marks what the scene changed.',
  tables: 'Block tables',
  tablesNote:
    'All that a sequence knows about the memory: its blocks, in the order of its text. The block numbers are in no particular order because a sequence can take any free block.',
  tableTokens: (count: number): string => tokens(count),

  fullSize: {
    title: 'At full size',
    note: (sequenceTokens: number, all: number, blockTokens: number): string =>
      `A sequence of ${tokens(sequenceTokens)} in ${blocks(all)} of ${blockTokens}. How much memory an eviction frees depends on where the remaining tokens are, not on how many there are.`,
    pattern: 'Eviction',
    patterns,
    evicted: 'evicted',
    freed: 'blocks freed',
    repacked: 'after a repack',
    copied: 'slots copied',
  },
}
