/** What it costs to evict and compact every 1, 8, 32 or 128 tokens, and how many blocks that frees. */

import { resultOf } from '../../core/lab/experiments/experiment'
import { compactionSetup } from '../../core/lab/experiments/setups'
import { BlockPool } from '../../core/lab/paged/block-pool'
import type { Compaction } from '../../core/lab/paged/compaction'
import type { CompactionGauges } from '../../core/lab/paged/gauges'
import { percentilesOf } from '../../core/stats/percentile'
import { type Random, seededRandom } from '../../core/stats/seeded-random'
import { onlineAttention } from '../attention/online'
import { PagedCache } from '../cache/paged-cache'
import { forward } from '../forward/forward'
import { cacheShapeFor, type RunExperiment, timed } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { documents } from '../texts/heldout'

interface Row {
  readonly compaction: Compaction
  readonly everyTokens: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly evictedPerPass: number
  /** The most cells before a pass, as a percentage of the budget. Ignores the first pass. */
  readonly occupancy: number
  readonly freedPerPass: number
  readonly copiesPerPass: number
  readonly copiesPerToken: number
  readonly blocksHeld: number
}

const { promptTokens, decodedTokens, budgetTokens, blockTokens } = compactionSetup

export const runCompactionCadence: RunExperiment = ({ model, seed, report }) => {
  const cases = (['none', 'repack', 'hole-fill'] as const).flatMap((compaction) =>
    [1, 8, 32, 128].map((everyTokens) => ({ compaction, everyTokens })),
  )
  const rows = cases.map(({ compaction, everyTokens }, index) => {
    report(index / cases.length, { kind: 'compaction', compaction, everyTokens })
    return decodeWith(model, seed, compaction, everyTokens)
  })
  return resultOf('compaction-cadence', { model: model.name, seed }, rows)
}

function decodeWith(model: LabModel, seed: number, compaction: Compaction, everyTokens: number): Row {
  const cells = promptTokens + decodedTokens
  const cache = new PagedCache(cacheShapeFor(model, cells), new BlockPool(cells / blockTokens, blockTokens))
  const tokens = model.tokenizer.encode(documents.join('\n\n')).subarray(0, cells)
  const attend = onlineAttention()
  const step = (first: number, count: number) => {
    const own = tokens.subarray(first, first + count)
    cache.reserve(0, own)
    forward(model, cache, [{ sequence: 0, tokens: own, positions: Int32Array.from(own, (_, t) => first + t) }], { attend, logits: 'last' })
  }
  step(0, promptTokens)
  const random = seededRandom(seed)
  const gapsMs: number[] = []
  const passes: CompactionGauges[] = []
  let roundStart = promptTokens
  for (let i = 0; i < decodedTokens; i++) {
    const { ms } = timed(() => {
      step(promptTokens + i, 1)
      if ((i + 1) % everyTokens !== 0) return
      passes.push(cache.evict(0, scattered(cache.used(0, 0), random), budgetTokens, compaction, roundStart))
      roundStart = cache.used(0, 0)
    })
    gapsMs.push(ms)
  }
  const { p50, p99 } = percentilesOf(gapsMs) ?? { p50: 0, p99: 0 }
  const perPass = (of: (pass: CompactionGauges) => number) => passes.reduce((sum, pass) => sum + of(pass), 0) / passes.length
  const copiesPerPass = perPass(({ slotCopies }) => slotCopies)
  return {
    compaction,
    everyTokens,
    p50Ms: p50,
    p99Ms: p99,
    evictedPerPass: perPass(({ tokensEvicted }) => tokensEvicted),
    occupancy: Math.max(...passes.slice(1).map((pass) => 100 * (pass.budgetOccupancy + pass.tokensEvicted / budgetTokens))),
    freedPerPass: perPass(({ blocksFreed }) => blocksFreed),
    copiesPerPass,
    copiesPerToken: (copiesPerPass * passes.length) / decodedTokens,
    blocksHeld: cache.sequences[0]?.blocks.length ?? 0,
  }
}

/** Removes random cells, but never the newest. */
function scattered(cells: number, random: Random): number[] {
  const survivors = Array.from({ length: cells }, (_, i) => i)
  while (survivors.length > budgetTokens) survivors.splice(Math.floor(random() * (survivors.length - 1)), 1)
  return survivors
}
