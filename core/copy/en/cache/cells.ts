import type { CacheKind, CacheSample } from '../../../contract/cache/cache'
import type { CellContent } from '../../../contract/cache/cell-contents'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, listed, tokens } from '../../words/en'

interface Named {
  readonly name: string
  readonly meaning: string
}

export const kinds: Readonly<Record<CacheKind, Named>> = {
  full: { name: 'Full attention', meaning: 'One cell per token of the context. Each token attends to all the tokens before it.' },
  sliding: {
    name: 'Sliding window',
    meaning: 'These layers attend only to the last tokens, so the cache keeps only those, plus one batch.',
  },
  recurrent: { name: 'Recurrent state', meaning: 'A state of fixed size per sequence, always in f32, whatever the cache type is.' },
  indexer: { name: 'Indexer', meaning: 'Small keys that sparse attention uses to pick the cells it reads.' },
}

/** `short` is for the middle of a sentence. */
export const contents: Readonly<Record<CellContent, Named & { readonly short: string }>> = {
  system: { name: 'System prompt', short: 'system prompt', meaning: 'What the model reads before the conversation.' },
  tools: { name: 'Tools', short: 'tools', meaning: 'The list of tools that the model may call.' },
  user: { name: 'Your messages', short: 'your messages', meaning: 'What you wrote.' },
  reasoning: { name: 'Reasoning', short: 'reasoning', meaning: 'What the model wrote before its answer, to itself.' },
  assistant: { name: 'Answers', short: 'answers', meaning: 'What the model wrote.' },
  'tool-call': { name: 'Tool calls', short: 'tool calls', meaning: 'Which tools the model called, and with which arguments.' },
  'tool-result': { name: 'Tool results', short: 'tool results', meaning: 'What the tools returned.' },
  template: {
    name: 'Chat template',
    short: 'chat template',
    meaning: 'What the model’s chat template adds around the messages: who speaks, and where a turn ends.',
  },
}

const cellsOrStates = (isState: boolean, count: number): string =>
  isState ? counted(count, 'state', 'states') : counted(count, 'cell', 'cells')

export const gauge = {
  cellsInUse: (cache: string, isState: boolean): string => `${isState ? 'State' : 'Cells'} in use, ${cache}`,
  cells: (used: number, total: number, isState: boolean): string => `${formatCount(used)} of ${cellsOrStates(isState, total)}`,
  /** The first part is emphasized. */
  cellsInParts: (used: number, total: number, isState: boolean): readonly [string, string] => [
    formatCount(used),
    ` of ${cellsOrStates(isState, total)}`,
  ],
  bytesInUse: (cache: string): string => `Bytes in use, ${cache}`,
  bytes: (used: number, total: number): string => `${formatCount(used)} of ${formatCount(total)} bytes`,
  bytesInParts: (used: number, total: number): readonly [string, string] => [formatBytes(used), ` of ${formatBytes(total)}`],
  meter: (cache: string): string => `${cache}: cells used`,
}

const range = (what: string, first: number, last: number): string =>
  first === last ? `${what} ${formatCount(first + 1)}` : `${what}s ${formatCount(first + 1)} to ${formatCount(last + 1)}`

export interface UsedSquare {
  /** From 0. */
  readonly firstPosition: number
  readonly lastPosition: number
  readonly holds: CellContent
  readonly isReused: boolean
  readonly isOutside: boolean
  readonly bytes: number
}

export const map = {
  label: (cache: string): string => `Map of the cells, ${cache}`,
  scale: (cellsPerSquare: number): string => `1 square is ${counted(cellsPerSquare, 'cell', 'cells')}`,
  /** Cells are counted from 0. */
  free: (first: number, last: number): string => `${range('Cell', first, last)}: free`,
  used: ({ firstPosition, lastPosition, holds, isReused, isOutside, bytes }: UsedSquare): string =>
    `${range('Token', firstPosition, lastPosition)}: ${contents[holds].short}${isReused ? ', reused' : ''}${isOutside ? ', outside the window' : ''}, ${formatBytes(bytes)}`,
  inBlocks: (blockTokens: number): string =>
    `The cells hold so many messages that the map shows blocks of ${tokens(blockTokens)}, each in the color of its most frequent content.`,
  indexer: 'A key for every cell of the full cache, in the same order.',
  state: (count: number): string =>
    count === 0
      ? 'No token has been processed yet.'
      : `One state computed from all ${tokens(count)} so far. No token can be removed from it.`,
}

export const legend = {
  label: (cache: string): string => `What the cells hold, ${cache}`,
  columns: { holds: 'Content', cells: 'Cells', bytes: 'Bytes' },
  free: { name: 'Free', meaning: 'Allocated but not in use yet.' },
  outside: {
    name: 'Outside the window',
    meaning: 'No layer of this kind attends to these cells anymore. New tokens will take them.',
  },
  reused: {
    name: 'Reused this turn',
    meaning: 'How many of the cells above were in the cache when the last turn began. They were not computed again.',
  },
}

/** `sequences` are counted from 0. Returns `sequence 2` or `sequences 1 and 3`. */
const names = (sequences: readonly number[]): string =>
  `${sequences.length > 1 ? 'sequences' : 'sequence'} ${listed(sequences.map((sequence) => formatCount(sequence + 1)))}`

export const sequences = {
  label: 'Sequence',
  names,
  held: (held: { readonly sequences: number; readonly cells: number; readonly bytes: number; readonly allocatedBytes: number }): string =>
    `${formatCount(held.sequences)} sequences hold this conversation, one for each answer: ${counted(held.cells, 'cell', 'cells')}, ${formatBytes(held.bytes)} of ${formatBytes(held.allocatedBytes)}.`,
  shared({ sequence, shared }: Pick<CacheSample, 'sequence' | 'shared'>): string {
    const name = `Sequence ${formatCount(sequence + 1)}`
    if (!shared) return `${name}; no other sequence holds copies of its cells.`
    const others =
      shared.sequences.length > 1
        ? `${names(shared.sequences)} hold them too, in their own cells`
        : `${names(shared.sequences)} holds them too, in its own cells`
    return `${name}: its first ${tokens(shared.tokens)} were processed once and copied; ${others}.`
  },
}
