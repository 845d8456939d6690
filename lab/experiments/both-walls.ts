/**
 * Both walls, per policy: the scores that it keeps in memory, and the blocks that its evictions free. Each policy runs once. What it evicts
 * does not depend on blocks, so its passes are replayed for each block size and compaction.
 */
import { resultOf } from '../../core/lab/experiments/experiment'
import { wallsSetup } from '../../core/lab/experiments/setups'
import { checkBlockTokens } from '../../core/lab/paged/block-pool'
import type { Compaction } from '../../core/lab/paged/compaction'
import { policiesFor } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { checkBudget, type EvictionPolicy, type PolicyName, type Signal } from '../../core/lab/selection/policy'
import { logProbability } from '../../core/lab/softmax'
import { percentilesOf } from '../../core/stats/percentile'
import type { EvictableCache } from '../cache/kv-cache'
import { PagedHeadsCache } from '../cache/paged-heads-cache'
import { SharedPagedCache } from '../cache/shared-paged-cache'
import { Evictor } from '../eviction/evictor'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { forward } from '../forward/forward'
import { cacheShapeFor, type LabSession, positionsFrom, type RunExperiment, timed } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { calibration, documents, passkeys } from '../texts/heldout'
import { recalls } from './quality'

/** Shares are percentages. */
interface Row {
  readonly policy: PolicyName
  readonly signal: Signal
  readonly peakScoreBytes: number
  /** null for the full cache. */
  readonly budgetTokens: number | null
  readonly blockTokens: number
  /** Share of the cells. */
  readonly evicted: number
  /** Share of the full cache's blocks, at the end of the text, with one table for all heads. */
  readonly freedNone: number
  readonly freedHoleFill: number
  readonly freedRepack: number
  /** With one table per head. */
  readonly freedOwnNone: number
  readonly freedOwnRepack: number
  /** Per pass and head. null without a pass. */
  readonly copiesHoleFill: number | null
  readonly copiesRepack: number | null
  /** The longest pass. */
  readonly pauseHoleFillMs: number | null
  readonly pauseRepackMs: number | null
  /** Median, without eviction passes. */
  readonly gapMs: number
  /** Share of the prompt that is found in the cache if the prompt is sent again. */
  readonly hitBefore: number
  readonly hitNone: number
  readonly hitHoleFill: number
  readonly hitRepack: number
  readonly perplexity: number
  readonly recall: number
}

interface Pass {
  readonly tokens: number
  /** (L, Hkv): positions that stay. */
  readonly positions: readonly (readonly number[])[]
}

type PolicyRun = Pick<Row, 'policy' | 'signal' | 'budgetTokens' | 'peakScoreBytes' | 'evicted' | 'gapMs' | 'perplexity' | 'recall'> & {
  readonly passes: readonly Pass[]
}

const { promptTokens, decodedTokens, slackTokens } = wallsSetup
const textTokens = promptTokens + decodedTokens
const ownBlockTokens = 16
const repetitions = 3
const asked = passkeys.filter((_, index) => index % (passkeys.length / wallsSetup.passkeys) === 0)

export const runBothWalls: RunExperiment = (session) => {
  const { model, seed, choices, report } = session
  const { budgets = wallsSetup.budgets, blockTokens: sizes = wallsSetup.blockTokens } = choices
  for (const size of sizes) checkBlockTokens(size, textTokens)
  const cases = policiesFor(seed, choices.policies).flatMap((policy) =>
    (policy.savesMemory ? budgets : budgets.slice(0, 1)).map((budget) => ({ policy, budget })),
  )
  for (const { policy, budget } of cases) checkBudget(policy, budget)
  const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 512))
  const rows = cases.flatMap(({ policy, budget }, index) => {
    report(index / cases.length, { kind: 'policy', policy: policy.name, budgetTokens: policy.savesMemory ? budget : null })
    const run = runPolicy(session, policy, budget, geometry)
    return sizes.map((blockTokens) => rowOf(model, run, blockTokens))
  })
  return resultOf('both-walls', { model: model.name, seed }, rows)
}

function runPolicy({ model }: LabSession, policy: EvictionPolicy, budgetTokens: number, geometry: GeometryOf): PolicyRun {
  const cache = new SharedPagedCache(cacheShapeFor(model, textTokens), ownBlockTokens, 'hole-fill')
  const evictorOf = () => new Evictor(cache, { policy, budgetTokens, slackTokens, geometry }, model)
  const evictor = evictorOf()
  const tokens = model.tokenizer.encode(documents.join('\n\n')).subarray(0, textTokens)
  const passes: Pass[] = []
  const read = (first: number, count: number) => {
    const step = { sequence: 0, tokens: tokens.subarray(first, first + count), positions: positionsFrom(first, count) }
    return forward(model, cache, [step], { attend: evictor.attend, logits: 'last' })
  }
  const evicts = (evict: () => void, read: number) => {
    const before = evictor.passes
    evict()
    if (evictor.passes > before) passes.push({ tokens: read, positions: cache.table.heads.map(({ positions }) => [...positions]) })
  }
  let logits = read(0, promptTokens)
  evicts(() => {
    evictor.afterStep()
    evictor.afterPrompt(tokens.subarray(0, promptTokens))
  }, promptTokens)
  let nats = 0
  const gapsMs: number[] = []
  for (let next = promptTokens; next < textTokens; next++) {
    nats -= logProbability(logits, tokens[next] as number)
    const step = timed(() => read(next, 1))
    logits = step.result
    gapsMs.push(step.ms)
    evicts(() => evictor.afterStep(), next + 1)
  }
  const { heads } = cache.table
  const cells = heads.reduce((sum, { positions }) => sum + positions.length, 0)
  const recalled = asked.filter((passkey) => {
    const own = evictorOf()
    const afterPrompt = (prompt: Int32Array) => own.afterPrompt(prompt)
    return recalls(model, { cache, attend: own.attend, afterStep: () => own.afterStep(), afterPrompt }, passkey)
  })
  return {
    policy: policy.name,
    signal: policy.signal,
    budgetTokens: policy.name === fullCache.name ? null : budgetTokens,
    peakScoreBytes: 4 * evictor.cost.peakScores,
    evicted: 100 * (1 - cells / (heads.length * textTokens)),
    gapMs: percentilesOf(gapsMs)?.p50 ?? 0,
    perplexity: Math.exp(nats / decodedTokens),
    recall: (100 * recalled.length) / asked.length,
    passes,
  }
}

function rowOf(model: LabModel, { passes, ...run }: PolicyRun, blockTokens: number): Row {
  const replayed = (compaction: Compaction) => replay(model, passes, blockTokens, compaction)
  const [none, holeFill, repack] = [replayed('none'), replayed('hole-fill'), replayed('repack')]
  const freed = (held: number) => 100 * (1 - held / Math.ceil(textTokens / blockTokens))
  const hit = (found: number) => (100 * found) / promptTokens
  return {
    ...run,
    blockTokens,
    freedNone: freed(none.heldBlocks),
    freedHoleFill: freed(holeFill.heldBlocks),
    freedRepack: freed(repack.heldBlocks),
    freedOwnNone: freed(ownHeldBlocks(model, passes, blockTokens, 'none')),
    freedOwnRepack: freed(ownHeldBlocks(model, passes, blockTokens, 'repack')),
    copiesHoleFill: holeFill.copiesPerPass,
    copiesRepack: repack.copiesPerPass,
    pauseHoleFillMs: holeFill.pauseMs,
    pauseRepackMs: repack.pauseMs,
    hitBefore: hit(none.foundBefore),
    hitNone: hit(none.foundAfter),
    hitHoleFill: hit(holeFill.foundAfter),
    hitRepack: hit(repack.foundAfter),
  }
}

interface Replay {
  readonly heldBlocks: number
  readonly copiesPerPass: number | null
  readonly pauseMs: number | null
  /** Prompt tokens that another request finds. */
  readonly foundBefore: number
  readonly foundAfter: number
}

/** Uses the time of the fastest repetition of each pass. */
function replay(model: LabModel, passes: readonly Pass[], blockTokens: number, compaction: Compaction): Replay {
  const each = Array.from({ length: repetitions }, () => {
    const cache = new SharedPagedCache(cacheShapeFor(model, textTokens), blockTokens, compaction)
    let foundBefore = 0
    const pausesMs = repeatPasses(model, passes, cache, () => {
      foundBefore = cache.table.foundPrefix(promptTokens)
    })
    return { cache, foundBefore, pausesMs }
  })
  const { cache, foundBefore } = each[0] as (typeof each)[number]
  const { table, slotCopies } = cache
  const { heldBlocks } = table
  const foundAfter = table.foundPrefix(promptTokens)
  if (passes.length === 0) return { heldBlocks, foundBefore, foundAfter, copiesPerPass: null, pauseMs: null }
  const fastestMs = passes.map((_, pass) => Math.min(...each.map(({ pausesMs }) => pausesMs[pass] as number)))
  return {
    ...{ heldBlocks, foundBefore, foundAfter },
    copiesPerPass: slotCopies / passes.length / table.heads.length,
    pauseMs: Math.max(...fastestMs),
  }
}

/** Mean over heads that have one table each. */
function ownHeldBlocks(model: LabModel, passes: readonly Pass[], blockTokens: number, compaction: Compaction): number {
  const cells = Math.ceil(textTokens / blockTokens) * blockTokens
  const cache = new PagedHeadsCache(cacheShapeFor(model, cells), blockTokens, compaction)
  repeatPasses(model, passes, cache)
  return cache.heldBlocks.reduce((sum, held) => sum + held, 0) / cache.heldBlocks.length
}

function repeatPasses(model: LabModel, passes: readonly Pass[], cache: EvictableCache, afterPrompt = () => {}): number[] {
  const { layers, kvHeads, headDim } = model.shape
  let written = 0
  // The time does not depend on these zeros.
  const writeUpTo = (tokens: number) => {
    const rows = new Float32Array((tokens - written) * kvHeads * headDim)
    for (let layer = 0; layer < layers; layer++) cache.insert(layer, 0, positionsFrom(written, tokens - written), rows, rows)
    written = tokens
  }
  writeUpTo(promptTokens)
  afterPrompt()
  const pausesMs = passes.map(({ tokens, positions }) => {
    writeUpTo(tokens)
    const survivors = positions.map((ofHead, list) => indexesOf(cache.positions(Math.floor(list / kvHeads), 0, list % kvHeads), ofHead))
    return timed(() => {
      for (const [list, own] of survivors.entries()) cache.keep(Math.floor(list / kvHeads), 0, list % kvHeads, own)
    }).ms
  })
  writeUpTo(textTokens)
  return pausesMs
}

function indexesOf(held: Int32Array, positions: readonly number[]): Int32Array {
  const kept = new Set(positions)
  return Int32Array.from(held.keys()).filter((index) => kept.has(held[index] as number))
}
