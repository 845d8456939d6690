import { type BlockMean, blockMean, blockShare } from './block-mean'
import type { TopKScore } from './top-k-divergence'

export interface ScoredPosition extends TopKScore {
  /** -ln p of the token that follows in the text, in nats. null if the server does not give it. */
  readonly referenceNll: number | null
  readonly nll: number | null
}

/** Each figure with its 95% interval. */
export interface TopKQuality {
  readonly positions: number
  readonly windows: number
  /** Mean of the lower bounds of KL(reference || other), in nats. */
  readonly divergence: BlockMean
  readonly covered: BlockMean
  readonly sameTop: BlockMean
  readonly logprobChange: BlockMean
  /** null if a server does not give the probability of the text's own tokens. */
  readonly referencePerplexity: BlockMean | null
  readonly perplexity: BlockMean | null
  /** Perplexity of the other server / perplexity of the reference. */
  readonly perplexityRatio: BlockMean | null
}

/** `windows` have the scored positions of each window of the text. Returns null without positions. */
export function topKQuality(windows: readonly (readonly ScoredPosition[])[]): TopKQuality | null {
  const mean = (of: (position: ScoredPosition) => number) => blockMean(windows.map((window) => window.map(of)))
  const [divergence, covered, logprobChange] = [
    mean((position) => position.divergence),
    mean((position) => position.covered),
    mean((position) => position.logprobChange),
  ]
  const sameTop = blockShare(windows.map((window) => window.map((position) => position.sameTop)))
  if (!divergence || !covered || !logprobChange || !sameTop) return null
  return {
    positions: windows.reduce((sum, { length }) => sum + length, 0),
    windows: windows.filter(({ length }) => length > 0).length,
    divergence: within(divergence, 0, Number.POSITIVE_INFINITY),
    covered: within(covered, 0, 1),
    sameTop,
    logprobChange: within(logprobChange, 0, Number.POSITIVE_INFINITY),
    referencePerplexity: exponentialOf(windows, ({ referenceNll }) => referenceNll),
    perplexity: exponentialOf(windows, ({ nll }) => nll),
    perplexityRatio: exponentialOf(windows, ({ nll, referenceNll }) => (nll === null || referenceNll === null ? null : nll - referenceNll)),
  }
}

/** null unless every position has the value. */
function exponentialOf(windows: readonly (readonly ScoredPosition[])[], of: (position: ScoredPosition) => number | null): BlockMean | null {
  const blocks = windows.map((window) => window.flatMap((position) => of(position) ?? []))
  if (blocks.some(({ length }, at) => length < (windows[at]?.length ?? 0))) return null
  const mean = blockMean(blocks)
  return mean && { value: Math.exp(mean.value), low: Math.exp(mean.low), high: Math.exp(mean.high) }
}

const within = ({ value, low, high }: BlockMean, least: number, most: number): BlockMean => ({
  value,
  low: Math.max(least, low),
  high: Math.min(most, high),
})
