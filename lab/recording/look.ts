import type { RecordedLook } from '../../core/contract/lab/lab'
import { AttentionLedger } from '../../core/lab/attention-ledger'
import { policies, sharedPolicies } from '../../core/lab/policies/all'
import { nextCells } from '../../core/lab/recording/limits'
import { nextVictims } from '../../core/lab/recording/next-victims'
import { observedQueries } from '../../core/lab/selection/observation-window'
import type { HeadCells } from '../../core/lab/selection/policy'
import type { GeometryOf } from '../eviction/measure-geometry'
import { kvHeadOf, type LaneRecord, type RecordedPass } from './lane-record'

const topCells = 5

export interface LookSources {
  readonly geometry: GeometryOf
  /** (L, Hkv): (prompt tokens), see ../eviction/reconstruct.ts. */
  readonly reconstruction: () => readonly Float64Array[]
}

export function lookAt(record: LaneRecord, sources: LookSources, layer: number, queryHead: number, step: number): RecordedLook {
  const { shape, passes } = record
  const head = kvHeadOf(shape, queryHead)
  const pass = passes[Math.min(step, passes.length - 1)] as RecordedPass
  const list = layer * shape.kvHeads + head
  const held = pass.held[list] as Int32Array
  const stays = new Set(held)
  return {
    held: [...held],
    evicted: [...(pass.read[list] as Int32Array)].filter((token) => !stays.has(token)),
    top: topOf(pass, list, layer * shape.queryHeads + queryHead),
    next: nextOf(record, sources, layer, head, step),
  }
}

function topOf({ read, weights, tokens }: RecordedPass, list: number, weightList: number): RecordedLook['top'] {
  const cells = read[list] as Int32Array
  const lastRow = (weights[weightList] as Float32Array).subarray((tokens - 1) * cells.length)
  return [...cells]
    .map((token, cell) => ({ token, weight: lastRow[cell] as number }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, topCells)
    .filter(({ weight }) => weight > 0)
}

function nextOf(record: LaneRecord, sources: LookSources, layer: number, head: number, step: number): RecordedLook['next'] {
  const heads = Array.from({ length: record.shape.kvHeads }, (_, kvHead) => cellsAt(record, sources, layer, kvHead, step))
  const held = heads.map(({ tokens }) => tokens)
  const own = held[head] as Int32Array
  // Policies that rank a layer's heads together need the same tokens in all heads.
  const isSame = held.every((tokens) => tokens.length === own.length && tokens.every((token, i) => token === own[i]))
  const asked = isSame ? heads.map(({ cells }) => cells) : [(heads[head] as (typeof heads)[number]).cells]
  const shown = [...policies, ...sharedPolicies.filter(({ name }) => name === record.lane.policy)]
  return shown.map((policy) => ({
    policy: policy.name,
    tokens: nextVictims(policy, asked, isSame ? head : 0, nextCells)
      .slice(0, 2 * nextCells)
      .map((cell) => own[cell] as number),
  }))
}

function cellsAt(record: LaneRecord, { geometry, reconstruction }: LookSources, layer: number, kvHead: number, step: number) {
  const { shape, passes, cache, positions } = record
  const list = layer * shape.kvHeads + kvHead
  const group = shape.queryHeads / shape.kvHeads
  const ledger = new AttentionLedger(group, observedQueries)
  let tokens = new Int32Array(0)
  let processed = 0
  for (const { read, weights, logSums, held, tokens: queries } of passes.slice(0, step + 1)) {
    const cells = read[list] as Int32Array
    const first = layer * shape.queryHeads + kvHead * group
    const seen = Array.from({ length: group }, (_, i) => ({
      weights: weights[first + i] as Float32Array,
      logSums: logSums[first + i] as Float32Array,
    }))
    ledger.observe(seen, cells.length, (t) => cells.length - (queries - 1 - t))
    tokens = Int32Array.from(held[list] as Int32Array)
    processed += queries
    ledger.keep(survivorsOf(cells, tokens))
  }
  const cells: HeadCells = {
    positions: Int32Array.from(tokens, (token) => positions[token] as number),
    ...ledger.signals(),
    keys: cache.keysOf(layer, kvHead, tokens),
    values: cache.valuesOf(layer, kvHead, tokens),
    queries: record.queries.distribution(layer, kvHead, processed),
    reconstruction: ofPrompt(record, reconstruction()[list] as Float64Array, tokens),
    geometry: geometry(layer, kvHead),
  }
  return { tokens, cells }
}

/** Tokens after the prompt get infinity, so they stay. Tokens of an earlier conversation get 0, so they are evicted first. */
const ofPrompt = ({ lane: { oldTokens } }: LaneRecord, scores: Float64Array, tokens: Int32Array): Float64Array =>
  Float64Array.from(tokens, (token) => (token < oldTokens ? 0 : (scores[token - oldTokens] ?? Number.POSITIVE_INFINITY)))

function survivorsOf(cells: Int32Array, kept: Int32Array): Int32Array {
  const stays = new Set(kept)
  return Int32Array.from([...cells.keys()].filter((cell) => stays.has(cells[cell] as number)))
}
