import type { CacheSample } from '../../../core/contract/cache/cache'
import { formatCount } from '../../../core/text/amounts'

/** `sequence 2`, `sequences 1 and 3`. */
export function sequenceNames(sequences: readonly number[]): string {
  const numbers = sequences.map((sequence) => formatCount(sequence + 1))
  const last = numbers.at(-1) ?? ''
  return numbers.length > 1 ? `sequences ${numbers.slice(0, -1).join(', ')} and ${last}` : `sequence ${last}`
}

/** What the sequence shares with others; '' if no other holds its conversation. `sequences`: number of those that hold it. */
export function sharedText({ sequence, shared }: Pick<CacheSample, 'sequence' | 'shared'>, sequences: number): string {
  if (sequences < 2) return ''
  const name = `Sequence ${formatCount(sequence + 1)}`
  if (!shared) return `${name}; no other sequence holds the same cells.`
  return `${name}: its first ${formatCount(shared.tokens)} tokens were processed once and copied; ${sequenceNames(shared.sequences)} hold${shared.sequences.length > 1 ? '' : 's'} them too, in cells of ${shared.sequences.length > 1 ? 'their' : 'its'} own.`
}
