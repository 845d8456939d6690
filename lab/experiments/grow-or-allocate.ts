import { resultOf } from '../../core/lab/experiments/experiment'
import { ContiguousCache } from '../cache/contiguous-cache'
import { GrowingCache } from '../cache/growing-cache'
import type { KvCache } from '../cache/kv-cache'
import { cacheShapeFor, type RunExperiment, timed } from '../forward/lab-session'

interface Row {
  readonly cells: number
  readonly allocatedMs: number
  readonly grownMs: number
  readonly copiedBytes: number
}
const insertedPerRound = 256

export const runGrowOrAllocate: RunExperiment = ({ model, seed, report }) => {
  const shape = cacheShapeFor(model, 2048)
  // Lets the JIT compile the loops.
  for (const cache of [new ContiguousCache(cacheShapeFor(model, insertedPerRound)), new GrowingCache(shape)]) insertCells(cache, 0)
  const allocated = new ContiguousCache(shape)
  const grown = new GrowingCache(shape)
  const rounds = shape.cells / insertedPerRound
  const rows = Array.from({ length: rounds }, (_, round): Row => {
    report(round / rounds, { kind: 'cells', cells: round * insertedPerRound })
    const insert = (cache: KvCache) => (timed(() => insertCells(cache, round * insertedPerRound)).ms * 1000) / insertedPerRound
    return { cells: (round + 1) * insertedPerRound, allocatedMs: insert(allocated), grownMs: insert(grown), copiedBytes: grown.copiedBytes }
  })
  return resultOf('grow-or-allocate', { model: model.name, seed }, rows)
}

function insertCells(cache: KvCache, first: number): void {
  const row = new Float32Array(cache.shape.kvHeads * cache.shape.headDim)
  for (let i = 0; i < insertedPerRound; i++)
    for (let layer = 0; layer < cache.shape.layers; layer++) cache.insert(layer, 0, Int32Array.of(first + i), row, row)
}
