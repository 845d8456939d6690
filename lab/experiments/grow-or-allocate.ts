import { type Experiment, resultOf } from '../../core/lab/experiments/experiment'
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
export const growOrAllocate: Experiment<Row> = {
  name: 'grow-or-allocate',
  title: 'A cache that grows by concatenation, and one that is there from the start',
  expected:
    'Growing copies every cell at every token: bytes grow with the square of the length, and come on top of the same work. Pre-allocated writes into a slice.',
  columns: [
    { key: 'cells', label: 'cells', unit: null },
    { key: 'allocatedMs', label: 'pre-allocated', unit: 'ms per 1,000 inserts' },
    { key: 'grownMs', label: 'concatenated', unit: 'ms per 1,000 inserts' },
    { key: 'copiedBytes', label: 'copied by growing to here', unit: 'bytes' },
  ],
}
const insertedPerRound = 256

export const runGrowOrAllocate: RunExperiment = ({ model, seed, report }) => {
  const shape = cacheShapeFor(model, 2048)
  // Warm-up, until the loops are compiled.
  for (const cache of [new ContiguousCache(cacheShapeFor(model, insertedPerRound)), new GrowingCache(shape)]) insertCells(cache, 0)
  const allocated = new ContiguousCache(shape)
  const grown = new GrowingCache(shape)
  const rounds = shape.cells / insertedPerRound
  const rows = Array.from({ length: rounds }, (_, round): Row => {
    report(round / rounds, { kind: 'cells', cells: round * insertedPerRound })
    const insert = (cache: KvCache) => (timed(() => insertCells(cache, round * insertedPerRound)).ms * 1000) / insertedPerRound
    return { cells: (round + 1) * insertedPerRound, allocatedMs: insert(allocated), grownMs: insert(grown), copiedBytes: grown.copiedBytes }
  })
  return resultOf(growOrAllocate, { model: model.name, text: 'rows of zeros: what is in them costs nothing', seed }, rows)
}

function insertCells(cache: KvCache, first: number): void {
  const row = new Float32Array(cache.shape.kvHeads * cache.shape.headDim)
  for (let i = 0; i < insertedPerRound; i++)
    for (let layer = 0; layer < cache.shape.layers; layer++) cache.insert(layer, 0, Int32Array.of(first + i), row, row)
}
