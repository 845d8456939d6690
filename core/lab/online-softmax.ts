/**
 * Softmax over tiles of scores. Its state:
 *
 *   m    the largest score so far
 *   l    sum of exp(score - m)
 *   acc  sum of exp(score - m) * value
 *
 * If m grows to m', l and acc are multiplied by exp(m - m'). The output is acc / l. No exponent is above 0, so nothing overflows.
 * Source: Milakov and Gimelshein, arXiv:1805.02867; Dao et al., FlashAttention, arXiv:2205.14135.
 */
import { addWeightedRows } from './weighted-rows'

export class OnlineSoftmax {
  max = Number.NEGATIVE_INFINITY
  sum = 0
  /** (D) */
  readonly weighted: Float64Array

  constructor(headDim: number) {
    this.weighted = new Float64Array(headDim)
  }

  reset(): void {
    this.max = Number.NEGATIVE_INFINITY
    this.sum = 0
    this.weighted.fill(0)
  }

  /** Overwrites `scores`, in which masked cells are -Infinity. `values`: (count, D). */
  absorb(scores: Float32Array, values: Float32Array, count: number): void {
    let max = this.max
    for (let i = 0; i < count; i++) if ((scores[i] as number) > max) max = scores[i] as number
    if (max === Number.NEGATIVE_INFINITY) return
    this.rescale(max)
    for (let i = 0; i < count; i++) {
      const weight = Math.exp((scores[i] as number) - max)
      scores[i] = weight
      this.sum += weight
    }
    addWeightedRows(this.weighted, scores, 0, values, count)
  }

  private rescale(max: number): void {
    if (max === this.max) return
    const factor = Math.exp(this.max - max)
    this.max = max
    this.sum *= factor
    for (let d = 0; d < this.weighted.length; d++) this.weighted[d] = (this.weighted[d] as number) * factor
  }

  /** Writes zeros if no cell was visible. */
  finish(out: Float32Array, at: number): void {
    for (let d = 0; d < this.weighted.length; d++) out[at + d] = this.sum === 0 ? 0 : (this.weighted[d] as number) / this.sum
  }
}
