/** One replica of vLLM or SGLang: what each device holds, how many blocks or tokens that leaves, and for how many users. */

import type { FleetModel } from '../model/fleet-model'
import type { SglangEngine, VllmEngine } from '../schema/fleet-file'
import type { Device, ServedKvType } from '../types/fleet'
import type { Assumptions, Capacity, DeviceGroup, DevicePart, Placement } from '../types/fleet-plan'
import type { UserTokens } from '../types/replicas'
import { type BlockGroup, blockDemand } from './block-groups'
import { batchTokens, maxSequences, memoryShare, type Reserved, reservedBytes } from './budget'
import type { LayerRange } from './partition'
import { type Division, type RankBytes, rankBytes, tokenBytes } from './rank-bytes'

export const kvElementBytes: Readonly<Record<ServedKvType, number>> = { auto: 2, fp8: 1 }

export interface PagedSetup {
  readonly engine: VllmEngine | SglangEngine
  readonly model: FleetModel
  readonly kvType: ServedKvType
  readonly ranges: readonly LayerRange[]
  readonly division: Division
  /** For vLLM. */
  readonly groups: readonly BlockGroup[]
}

interface Rank {
  readonly hostName: string
  readonly device: Device
  readonly count: number
  readonly range: LayerRange
  readonly bytes: RankBytes
  readonly isHeavy: boolean
  readonly reserved: Reserved
  readonly freeBytes: number
  readonly bytesPerUnit: number
}

export interface PagedReplica {
  readonly ranks: readonly Rank[]
  readonly units: number
  /** Its size and name decide the engine's defaults. */
  readonly firstDevice: Device
}

export function pagedReplica(setup: PagedSetup, placement: Placement): PagedReplica {
  const ranks = ranksOf(setup, placement)
  const [first] = ranks
  if (!first) throw new RangeError('Expected at least one rank')
  const units = ranks.map(({ freeBytes, bytesPerUnit }) =>
    bytesPerUnit > 0 ? Math.floor(freeBytes / bytesPerUnit) : Number.POSITIVE_INFINITY,
  )
  const least = Math.min(...units)
  return { ranks, units: Number.isFinite(least) ? Math.max(0, least) : 0, firstDevice: first.device }
}

function ranksOf(setup: PagedSetup, { stages, heavyRanks }: Placement): Rank[] {
  const { engine, model, ranges, division } = setup
  return stages.flatMap((pieces, stage) => {
    const range = ranges[stage]
    if (!range) return []
    const bytes = rankBytes(model, range, division)
    const bytesPerUnit = unitBytes(setup, range)
    let heavyLeft = heavyRanks
    return pieces.flatMap(({ host, devices }) => {
      const { memoryBytes } = host.device
      const reserved = reservedBytes(engine, host.device, model)
      const heavy = Math.min(devices, heavyLeft)
      heavyLeft -= heavy
      const rank = (count: number, isHeavy: boolean): Rank => {
        const used = bytes.weights + bytes.experts + (isHeavy ? bytes.extraExpert : 0)
        const outside = reserved.overheadBytes + reserved.activationBytes + reserved.keptBytes
        const freeBytes = memoryBytes - outside - used
        return { hostName: host.name, device: host.device, count, range, bytes, isHeavy, reserved, freeBytes, bytesPerUnit }
      }
      return [rank(heavy, true), rank(devices - heavy, false)].filter(({ count }) => count > 0)
    })
  })
}

/** vLLM: bytes of a block, in the largest group of layers of this stage. SGLang: bytes of a token in all of its layers. */
function unitBytes({ engine, model, kvType, division, groups }: PagedSetup, { first, end }: LayerRange): number {
  const ofLayer = (at: number): number => {
    const layer = model.layers[at]
    return layer && at >= first && at < end ? tokenBytes(model, layer, division.tensorParallel, kvElementBytes[kvType]) : 0
  }
  if (engine.kind === 'sglang') return model.layers.reduce((sum, _layer, at) => sum + ofLayer(at), 0)
  return engine.blockTokens * Math.max(0, ...groups.map(({ layers }) => layers.reduce((sum, at) => sum + ofLayer(at), 0)))
}

/** One of vLLM's blocks is the null block. Source: `BlockPool` in vllm/v1/core/block_pool.py. */
const usableUnits = (kind: 'vllm' | 'sglang', units: number): number => Math.max(0, kind === 'vllm' ? units - 1 : units)

export function pagedCapacity({ engine, groups }: PagedSetup, { units, firstDevice }: PagedReplica, tokens: UserTokens): Capacity {
  if (engine.kind === 'sglang') {
    const shared = Math.max(0, Math.min(tokens.sharedTokens, tokens.promptTokens - 1))
    return { unit: 'tokens', units, tokensPerUnit: 1, unitsPerUser: tokens.contextTokens - shared, sharedUnits: shared }
  }
  return blocks(engine, groups, units, batchTokens(engine, firstDevice), tokens)
}

/** `tokensPerBatch`: the tokens of one user in each batch in flight. */
function blocks(engine: VllmEngine, groups: readonly BlockGroup[], units: number, tokensPerBatch: number, tokens: UserTokens): Capacity {
  const { perUser, shared } = blockDemand(groups, engine.blockTokens, tokensPerBatch * concurrentBatches(engine), tokens)
  return { unit: 'blocks', units, tokensPerUnit: engine.blockTokens, unitsPerUser: perUser, sharedUnits: shared }
}

export function assumptionsOf(setup: PagedSetup, replica: PagedReplica, tokens: UserTokens): Assumptions {
  const { engine, groups } = setup
  const { firstDevice, units } = replica
  const given = { memoryShare: memoryShare(engine, firstDevice), batchTokens: batchTokens(engine, firstDevice) }
  if (engine.kind === 'sglang' || groups.every(({ windowTokens }) => windowTokens === null)) return { ...given, whileDecoding: null }
  const decoding = blocks(engine, groups, units, 1, tokens)
  const users = Math.min(usersInMemory(setup, decoding), sequenceLimit(setup, replica))
  return { ...given, whileDecoding: { unitsPerUser: decoding.unitsPerUser, users } }
}

/** Source: `max_concurrent_batches` in vllm/config/vllm.py, with the defaults: asynchronous scheduling and the V2 model runner. */
const concurrentBatches = ({ pipelineParallel }: VllmEngine): number => pipelineParallel + 1

/** Users at once, as far as memory allows. */
export function usersInMemory({ engine }: PagedSetup, { units, unitsPerUser, sharedUnits }: Capacity): number {
  const left = usableUnits(engine.kind, units) - sharedUnits
  return unitsPerUser > 0 ? Math.max(0, Math.floor(left / unitsPerUser)) : 0
}

/** The engine's own limit on users at once. Source: `resolve_max_num_reqs` in sglang/srt/mem_cache/kv_cache_configurator.py. */
export function sequenceLimit({ engine, model }: PagedSetup, { firstDevice, units }: PagedReplica): number {
  if (engine.kind === 'vllm') return maxSequences(engine, firstDevice)
  const contexts = units / Math.max(1, model.subject.shape.trainedTokens)
  return engine.maxSequences ?? Math.min(4096, Math.max(2048, Math.floor(contexts * 512)))
}

export const deviceGroups = ({ model }: PagedSetup, { ranks, units }: PagedReplica): DeviceGroup[] =>
  ranks.map(({ hostName, device, count, range, bytes, isHeavy, reserved, bytesPerUnit }) => {
    const error = model.weights.errorShare ?? null
    const weigh = (kind: DevicePart['kind'], size: number): DevicePart => ({
      kind,
      bytes: size,
      source: error === null ? 'exact' : 'estimate',
      errorShare: error,
    })
    const guess = (kind: DevicePart['kind'], size: number): DevicePart => ({ kind, bytes: size, source: 'estimate', errorShare: null })
    const parts = [
      weigh('weights', bytes.weights),
      weigh('experts', bytes.experts + (isHeavy ? bytes.extraExpert : 0)),
      // A block's size is exact, but the number of blocks is what the estimates leave.
      guess('kv', units * bytesPerUnit),
      guess('activations', reserved.activationBytes),
      guess('overhead', reserved.overheadBytes),
      { kind: 'kept-free' as const, bytes: reserved.keptBytes, source: 'exact' as const, errorShare: null },
    ].filter((part) => part.bytes > 0)
    return {
      host: hostName,
      device: device.name,
      kind: device.kind,
      count,
      firstLayer: range.first,
      endLayer: range.end,
      memoryBytes: device.memoryBytes,
      parts,
      unusedBytes: device.memoryBytes - parts.reduce((sum, part) => sum + part.bytes, 0),
    }
  })
