/** SnapKV's scores, summed over a layer's heads and averaged over chunks. Source: NVIDIA/kvpress, kvpress/presses/chunkkv_press.py. */
import { ascending, best, range } from '../../selection/choose'
import type { EvictionPolicy, HeadCells, ScoredPolicy } from '../../selection/policy'
import { snapKv } from './snapkv'

/** kvpress's default; the paper uses 10. */
export const chunkTokens = 20

export const chunkKvWith = ({ scoresOf, ...policy }: ScoredPolicy, chunk: number): EvictionPolicy => ({
  ...policy,
  name: 'chunkkv',
  source: 'Liu et al., ChunkKV, arXiv:2502.00299',
  leastTokens: chunk,
  keep(heads, budget) {
    const cells = heads[0]?.positions.length ?? 0
    const survivors = cells <= budget ? range(0, cells) : bestChunks(summedScores(heads, cells, budget, scoresOf), chunk, budget).flat()
    return heads.map(() => ascending(survivors))
  },
})

export const chunkKv = chunkKvWith(snapKv, chunkTokens)

/** (cells). As in the source, the window gets the highest score plus 1. */
function summedScores(heads: readonly HeadCells[], cells: number, budget: number, scoresOf: ScoredPolicy['scoresOf']): Float64Array {
  const scores = heads.map((head) => scoresOf(head, budget))
  const isPrefix = (score: number) => score !== Number.POSITIVE_INFINITY
  const ofWindow = 1 + Math.max(0, ...scores.flatMap((ofHead) => [...ofHead.filter(isPrefix)]))
  const sums = new Float64Array(cells)
  for (const ofHead of scores)
    ofHead.forEach((score, cell) => {
      sums[cell] = (sums[cell] as number) + (isPrefix(score) ? score : ofWindow)
    })
  return sums
}

/** Stays within the budget, because the last chunk, which may be shorter, has cells of the window and is always picked. */
function bestChunks(scores: Float64Array, size: number, budget: number): number[][] {
  const cells = scores.length
  const chunks = range(0, Math.ceil(cells / size)).map((chunk) => range(chunk * size, Math.min(cells, (chunk + 1) * size)))
  const means = chunks.map((chunk) => chunk.reduce((sum, cell) => sum + (scores[cell] as number), 0) / chunk.length)
  const count = Math.max(1, Math.floor((chunks.length * budget) / cells))
  return best(range(0, chunks.length), means, count).map((chunk) => chunks[chunk] as number[])
}
