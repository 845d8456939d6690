import { replicaBounds } from '../bounds/replica-bounds'
import type { PeakOf } from '../bounds/stage-load'
import type { FleetModel } from '../model/fleet-model'
import type { SglangEngine, VllmEngine, Workload } from '../schema/fleet-file'
import type { Fleet, ServedKvType } from '../types/fleet'
import type { FleetRefusal, Placement } from '../types/fleet-plan'
import type { PlannedReplicas, Replica, UserTokens } from '../types/replicas'
import { blockGroups } from './block-groups'
import { batchTokens } from './budget'
import {
  assumptionsOf,
  deviceGroups,
  kvElementBytes,
  type PagedReplica,
  type PagedSetup,
  pagedCapacity,
  pagedReplica,
  sequenceLimit,
  usersInMemory,
} from './paged-replica'
import { expertsPerRank, layerRanges } from './partition'
import { devicesOf, placements } from './placements'
import { tokenBytes } from './rank-bytes'
import { stageLoads } from './stage-loads'

type Engine = VllmEngine | SglangEngine

export function planPaged(fleet: Fleet, engine: Engine, kvType: ServedKvType, model: FleetModel, peakOf: PeakOf): PlannedReplicas {
  const devices = devicesOf(fleet.hosts)
  const perReplica = engine.tensorParallel * engine.pipelineParallel
  const replicas = engine.dataParallel ?? Math.floor(devices / perReplica)
  const refused = refusalOf(fleet, engine, model, replicas)
  const groups = engine.kind === 'vllm' ? blockGroups(model, engine.tensorParallel) : []
  const reason = refused ?? (groups ? null : ({ kind: 'page-sizes-differ' } as const))
  if (reason || !groups) return { refused: reason, replicas: [], idleDevices: devices }
  const expertRanks = expertRanksOf(engine, replicas)
  const setup: PagedSetup = {
    engine,
    model,
    kvType,
    ranges: layerRanges(model.layers.length, engine.pipelineParallel, engine.kind),
    division: { tensorParallel: engine.tensorParallel, expertRanks },
    groups,
  }
  const { tensorParallel, pipelineParallel } = engine
  const { heavyRanks } = expertRanks > 1 ? expertsPerRank(model.experts, expertRanks) : { heavyRanks: 0 }
  const placed = placements(fleet.hosts, { tensorParallel, pipelineParallel, replicas, heavyRanks })
  return {
    refused: null,
    replicas: placed.map((placement) => replicaOf(setup, placement, peakOf)),
    idleDevices: devices - replicas * perReplica,
  }
}

function replicaOf(setup: PagedSetup, placement: Placement, peakOf: PeakOf): Replica {
  const replica = pagedReplica(setup, placement)
  const { engine, model, kvType, division, ranges } = setup
  const elementBytes = kvElementBytes[kvType]
  const stages = stageLoads({
    model,
    ranges,
    stages: placement.stages,
    division,
    expertReplicas: Math.max(1, division.expertRanks / division.tensorParallel),
    tokenBytesOf: (at) => {
      const layer = model.layers[at]
      return layer ? tokenBytes(model, layer, division.tensorParallel, elementBytes) : 0
    },
  })
  const batch = batchTokens(engine, replica.firstDevice)
  return {
    count: placement.count,
    devices: () => deviceGroups(setup, replica),
    fits: () => replica.units > 0,
    capacity: (tokens) => pagedCapacity(setup, replica, tokens),
    assumptions: (tokens) => assumptionsOf(setup, replica, tokens),
    usersInMemory: (tokens) => usersFor(setup, replica, tokens),
    sequenceLimit: sequenceLimit(setup, replica),
    bounds: (workload: Workload, users: number) => replicaBounds({ stages, peakOf, workload, users, batchTokens: batch }),
  }
}

const usersFor = (setup: PagedSetup, replica: PagedReplica, tokens: UserTokens): number =>
  usersInMemory(setup, pagedCapacity(setup, replica, tokens))

function refusalOf({ hosts }: Fleet, engine: Engine, model: FleetModel, replicas: number): FleetRefusal | null {
  const { tensorParallel, pipelineParallel, expertParallel, kind } = engine
  const devices = devicesOf(hosts)
  const needed = tensorParallel * pipelineParallel * Math.max(1, replicas)
  if (hosts.some(({ device }) => device.kind === 'cpu')) return { kind: 'cpu-only', engine: kind }
  if (devices < needed) return { kind: 'too-few-devices', devices, needed }
  if (pipelineParallel > model.layers.length)
    return { kind: 'more-stages-than-layers', stages: pipelineParallel, layers: model.layers.length }
  if (model.heads % tensorParallel !== 0) return { kind: 'heads-not-divisible', heads: model.heads, tensorParallel }
  const uneven = model.isLatent
    ? undefined
    : model.layers.flatMap(({ caches }) => caches).find((cache) => isUneven(cache.kvHeads, tensorParallel))
  if (uneven) return { kind: 'kv-heads-not-divisible', kvHeads: uneven.kvHeads, tensorParallel }
  if (expertParallel && model.experts === 0) return { kind: 'no-experts' }
  const { experts } = model
  const ranks = expertRanksOf(engine, replicas)
  if (expertParallel && ranks > experts) return { kind: 'more-ranks-than-experts', ranks, experts }
  if (kind === 'sglang' && experts % ranks !== 0) return { kind: 'experts-not-divisible', ranks, experts }
  const hasWindows = kind === 'sglang' && model.layers.some(({ caches }) => caches.some(({ windowTokens }) => windowTokens !== null))
  return model.hasOtherCaches || hasWindows ? { kind: 'other-caches', engine: kind } : null
}

/**
 * vLLM divides experts over all data-parallel ranks, SGLang over the ranks of one replica, evenly.
 *
 * Source: `FusedMoEParallelConfig.make` in vllm/model_executor/layers/fused_moe/config.py (vLLM 0.32.0); parallel_hook.py in
 * sglang/srt/arg_groups and `num_local_physical_experts` in sglang/srt/eplb/expert_location.py (SGLang 0.5.23).
 */
function expertRanksOf({ kind, expertParallel, tensorParallel }: Engine, replicas: number): number {
  if (!expertParallel) return 1
  return kind === 'vllm' ? tensorParallel * replicas : tensorParallel
}

/** Heads must divide evenly, or be replicated evenly. */
const isUneven = (kvHeads: number, tensorParallel: number): boolean =>
  kvHeads >= tensorParallel ? kvHeads % tensorParallel !== 0 : tensorParallel % kvHeads !== 0
