import type { HeldMessage } from '../../../cells/cell-codes'
import type { Checkpoint } from '../../../contract/cache/cache'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, listed, tokens } from '../../words/en'
import { contents, sequences } from './cells'

const mostNamed = 6

const tokensOf = (counts: readonly number[]): string =>
  counts.length === 1 ? tokens(counts[0] as number) : `${listed(counts.map(formatCount))} tokens`

/** For example `3 checkpoints, 72.0 KiB of RAM, after 312, 640, and 700 tokens`. */
function checkpointsText(checkpoints: readonly Checkpoint[]): string {
  const bytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, 0)
  const named = tokensOf(checkpoints.slice(-mostNamed).map((checkpoint) => checkpoint.tokens))
  const after = checkpoints.length > mostNamed ? 'the last ones after' : 'after'
  return `${counted(checkpoints.length, 'checkpoint', 'checkpoints')}, ${formatBytes(bytes)} of RAM, ${after} ${named}`
}

export interface HeldCell {
  /** From 0. */
  readonly position: number
  readonly tokens: number
  /** undefined if not known yet. */
  readonly token: { readonly id: number; readonly text: string } | undefined
  /** undefined if no longer known. */
  readonly owner: HeldMessage | undefined
  readonly isReused: boolean
  readonly isOutside: boolean
  readonly copiedTo: readonly number[]
  /** Tokens that were dropped right after this one. */
  readonly leftTokens: number
  readonly hasCheckpoint: boolean
  readonly bytes: number
}

function ownerText(owner: HeldMessage | undefined): string {
  if (!owner) return 'message no longer known'
  if (owner.message === null) return contents[owner.holds].short
  return `message ${formatCount(owner.message)} ${owner.holds === 'user' ? '(yours)' : '(the model’s)'}`
}

export const anatomy = {
  open: 'Anatomy: every cell',
  title: 'Anatomy of the cache',
  cache: 'Cache',
  close: 'Close the anatomy',

  cells: (cache: string): string => `Cells, ${cache}`,
  hint: 'Point at a cell, or move from cell to cell with the arrow keys.',
  cell: {
    /** `cell` counts from 0. */
    place: (cell: number, isRing: boolean): string => `${isRing ? 'Ring cell' : 'Cell'} ${formatCount(cell + 1)}`,
    free: (place: string): string => `${place}: free`,
    hole: (place: string): string => `${place}: a hole left by a removed token; a new token will fill it`,
    held: (place: string, held: HeldCell): string =>
      `${place}: ${[
        `token ${formatCount(held.position + 1)} of ${formatCount(held.tokens)}`,
        ...(held.token ? [`“${held.token.text}” (${formatCount(held.token.id)})`] : []),
        ownerText(held.owner),
        ...(held.isReused ? ['reused'] : []),
        ...(held.isOutside ? ['outside the window'] : []),
        ...(held.copiedTo.length > 0 ? [`also in ${sequences.names(held.copiedTo)}`] : []),
        ...(held.leftTokens > 0 ? [`the next ${held.leftTokens === 1 ? 'token' : tokens(held.leftTokens)} left the context`] : []),
        ...(held.hasCheckpoint ? ['checkpoint after it'] : []),
        formatBytes(held.bytes),
      ].join(' · ')}`,
  },

  words: {
    hint: 'Point at a cell to see its words. A click on a cell or a word goes to its place in the conversation.',
    /** Precedes the words. */
    of: (message: number, isUser: boolean): string => `Message ${formatCount(message)} ${isUser ? '(yours)' : '(the model’s)'}:`,
  },

  turns: {
    label: (first: number, last: number): string => (first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`),
    go: (turn: number): string => `Go to turn ${formatCount(turn)} in the conversation`,
  },

  state: {
    title: (count: number): string => (count > 0 ? `1 state computed from ${tokens(count)}` : 'An empty state'),
    meaning: (bytes: number): string =>
      `${formatBytes(bytes)} at any length. No token can be removed from it. To go back to an earlier point in the conversation, the model needs a checkpoint, or must process the prompt from the start.`,
    checkpoints: (checkpoints: readonly Checkpoint[]): string => `${checkpointsText(checkpoints)}.`,
  },

  timeline: {
    label: 'Turn',
    play: 'Play the turns',
    pause: 'Pause',
    mark: (turn: number): string => formatCount(turn),
    nowMark: 'now',
    now: (count: number): string => `Now: ${tokens(count)}`,
    turn: (moment: Readonly<Record<'turn' | 'tokens' | 'reusedTokens' | 'processedTokens' | 'outputTokens', number>>): string =>
      `After turn ${formatCount(moment.turn)}: ${tokens(moment.tokens)}; ${formatCount(moment.reusedTokens)} reused, ${formatCount(moment.processedTokens)} processed, ${formatCount(moment.outputTokens)} written`,
  },

  legend: {
    unknown: 'No longer known',
    free: 'Free',
    holes: (cells: number): string => `Holes left by removed tokens: ${formatCount(cells)}`,
    reused: 'Faded or striped: reused',
    outside: 'Faint: outside the window, so the next token does not attend to it',
    turns: 'Corner: a turn begins here. Its number is at the left.',
    ring: (cells: number): string =>
      `A ring of ${counted(cells, 'cell', 'cells')}: after the last cell, the next token takes the first cell again, unless cells were erased.`,
    runs: 'When tokens are removed, the others keep their cells. A new token takes the first free cell.',
    notPlaced: 'The cells are shown in the order of their tokens because they are too scattered to show where each one is.',
    inBlocks: (blockTokens: number): string => `Shown in blocks of ${tokens(blockTokens)}, each in the color of its most frequent content.`,
    /** One count for each gap. */
    left: (counts: readonly number[]): string => `Dashed bar: ${tokensOf(counts)} of the conversation left the context here.`,
    shared: (count: number, others: readonly number[]): string =>
      `Colored bar: the ${tokens(count)} before it are also in ${sequences.names(others)}.`,
    checkpoints: (checkpoints: readonly Checkpoint[]): string =>
      `Bar: the conversation can go back to this point. ${checkpointsText(checkpoints)}.`,
  },
}
