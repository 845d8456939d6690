/** Every rate was measured on this machine with this model. */
import type { Holding } from './holding'

export interface Transfer {
  /** What even a short prefix costs. */
  readonly startMs: number
  readonly bytesPerSecond: number
}

export interface Rates {
  /** At least one, in order of depth: the number of tokens in the cache before the token. */
  readonly processing: readonly ProcessingRate[]
  readonly copy: { readonly startMs: number; readonly msPerCell: number }
  readonly memory: Transfer
  readonly disk: Transfer
}

export interface ProcessingRate {
  readonly depth: number
  readonly msPerToken: number
}

/** Attention reads every earlier token, so the time per token grows linearly with depth, before and after the measured depths, too. */
export function processMs({ processing }: Rates, from: number, to: number): number {
  const edges = [from, ...processing.map(({ depth }) => depth).filter((depth) => from < depth && depth < to), to]
  let ms = 0
  for (const [index, end] of edges.entries()) {
    const start = edges[index - 1]
    if (start !== undefined) ms += ((msAt(processing, start) + msAt(processing, end)) / 2) * (end - start)
  }
  return ms
}

function msAt(points: readonly ProcessingRate[], depth: number): number {
  const after = points.findIndex((point) => point.depth > depth)
  const second = Math.max(1, after === -1 ? points.length - 1 : after)
  const [left, right] = [points[second - 1], points[second]]
  if (!left) throw new Error('Expected at least one measured rate')
  if (!right) return left.msPerToken
  const slope = (right.msPerToken - left.msPerToken) / (right.depth - left.depth)
  return Math.max(0, left.msPerToken + slope * (depth - left.depth))
}

/** The state of a sequence is written and read as a whole, even if the prompt needs only its first tokens. */
export function fetchMs(rates: Rates, { tier, amount, tokens }: Holding): number {
  if (tier === 'cells') return rates.copy.startMs + tokens * rates.copy.msPerCell
  return rates[tier].startMs + (amount * 1000) / rates[tier].bytesPerSecond
}

/** The share of one token, without the start. */
export function fetchMsPerToken(rates: Rates, { tier, amount, tokens }: Holding): number {
  return tier === 'cells' ? rates.copy.msPerCell : (amount * 1000) / rates[tier].bytesPerSecond / tokens
}
