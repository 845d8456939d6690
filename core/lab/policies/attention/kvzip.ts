/**
 * A cell's score is the largest weight that any query gives it while the model repeats the prompt (lab/eviction/reconstruct.ts).
 * Source: NVIDIA/kvpress, kvpress/presses/kvzip_press.py (score_kvzip, compress_post); snu-mllab/KVzip, attention/score.py.
 */
import { ascending, best, range } from '../../selection/choose'
import type { EvictionPolicy, HeadCells } from '../../selection/policy'

/** kvpress's n_sink. */
export const kvZipSinks = 4

export const kvZip: EvictionPolicy = {
  name: 'kvzip',
  signal: 'reconstruction',
  source: 'Kim et al., KVzip, arXiv:2505.23416',
  savesMemory: true,
  once: true,
  leastTokens: kvZipSinks + 1,
  layerBudgets(layers, budget) {
    const kept = keptOf(layers.flat(), budget)
    let first = 0
    return layers.map((heads) => {
      const own = kept.slice(first, first + heads.length)
      first += heads.length
      return own.flat().length / heads.length
    })
  },
  keep: (heads, budget) => keptOf(heads, budget).map(ascending),
}

/** For each head, its cells among the (`budget` x heads) best cells of all heads. */
function keptOf(heads: readonly HeadCells[], budget: number): number[][] {
  const cells = heads.flatMap((head, which) => [...scoresOf(head)].map((score, cell) => ({ which, cell, score })))
  const scores = cells.map(({ score }) => score)
  const chosen = best(range(0, cells.length), scores, Math.round(budget * heads.length)).map((i) => cells[i] as (typeof cells)[number])
  return heads.map((_, which) => chosen.filter((one) => one.which === which).map(({ cell }) => cell))
}

function scoresOf({ reconstruction, positions: { length } }: HeadCells): Float64Array {
  if (!reconstruction) throw new Error('Expected the attention of a second pass, got null')
  return Float64Array.from({ length }, (_, cell) => (cell < kvZipSinks ? 1 : (reconstruction[cell] as number)))
}
