import { studentT } from '../../stats/student-t'
import { type Interval, wilsonInterval } from '../../stats/wilson'

export interface BlockMean extends Interval {
  readonly value: number
}

/**
 * The mean of values that depend on each other within a block, such as the positions of one window of a text, with its 95% interval. Only
 * the blocks count as independent, so the interval does not shrink with more values per block if these repeat each other. Returns null
 * without values. The interval has no limits with fewer than two blocks.
 *
 * Source: the ratio estimator of cluster samples, W. G. Cochran, "Sampling Techniques", 3rd edition, chapter 9A; Student's t with one degree
 * of freedom less than there are blocks.
 */
export function blockMean(blocks: readonly (readonly number[])[]): BlockMean | null {
  const used = blocks.filter(({ length }) => length > 0)
  const count = used.reduce((sum, { length }) => sum + length, 0)
  if (count === 0) return null
  const sums = used.map((block) => block.reduce((sum, value) => sum + value, 0))
  const value = sums.reduce((total, sum) => total + sum, 0) / count
  if (used.length < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  const squares = sums.reduce((total, sum, at) => total + (sum - value * (used[at] as readonly number[]).length) ** 2, 0)
  const half = (studentT(used.length - 1) * Math.sqrt((squares * used.length) / (used.length - 1))) / count
  return { value, low: value - half, high: value + half }
}

/** The share of positions that are true. All positions can agree by chance, so the interval is at least as wide as that of Wilson. */
export function blockShare(blocks: readonly (readonly boolean[])[]): BlockMean | null {
  const mean = blockMean(blocks.map((block) => block.map(Number)))
  if (!mean) return null
  const wilson = wilsonInterval(
    mean.value,
    blocks.reduce((sum, { length }) => sum + length, 0),
  )
  return { value: mean.value, low: Math.min(wilson.low, Math.max(0, mean.low)), high: Math.max(wilson.high, Math.min(1, mean.high)) }
}
