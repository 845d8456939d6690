import type { KvType } from '../../../core/contract/settings/kv-types'
import { batchTokens, memoryShare } from '../../../core/fleet/paged/budget'
import { planFleet } from '../../../core/fleet/plan-fleet'
import type { EngineChoice, EngineName, Fleet, HostGroup, ServedKvType, ServedType } from '../../../core/fleet/types/fleet'
import { linkPresets } from '../../../core/plan/machines/link-presets'
import { machinePresetOf } from '../../../core/plan/machines/machine-presets'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import type { FileType } from '../../../core/plan/weights/file-types'

export interface FleetSettings {
  readonly engine: EngineName
  /** Ids of presets. */
  readonly gpu: string
  readonly link: string
  readonly network: string
  readonly hosts: number
  readonly gpusPerHost: number
  /** null: as many of a host's GPUs as can share the model. */
  readonly tensorParallel: number | null
  readonly pipelineParallel: number
  /** For vLLM and SGLang. llama.cpp uses the planner's file type. */
  readonly weights: ServedType
  readonly servedKv: ServedKvType
  readonly llamaCppKv: KvType
  /** Of a GPU's memory, for vLLM and SGLang. null: the engine's default. */
  readonly memoryShare: number | null
  /** llama.cpp: the micro-batch. null: the engine's default. */
  readonly batchTokens: number | null
  readonly users: number
  readonly contextTokens: number
  readonly outputTokens: number
  readonly prefixTokens: number
  readonly itlLimitMs: number | null
}

export const defaultFleet: FleetSettings = {
  engine: 'vllm',
  gpu: 'h100-sxm',
  link: 'nvlink-4',
  network: 'ethernet-100g',
  hosts: 1,
  gpusPerHost: 8,
  tensorParallel: null,
  pipelineParallel: 1,
  weights: 'bf16',
  servedKv: 'auto',
  llamaCppKv: 'f16',
  memoryShare: null,
  batchTokens: null,
  users: 64,
  contextTokens: 8192,
  outputTokens: 512,
  prefixTokens: 0,
  itlLimitMs: 50,
}

const gib = 2 ** 30
/** RAM of an llama.cpp host, which holds the token embedding. */
const ramBytes = 64 * gib
const defaultMicroBatch = 512
/** vLLM's `gpu_memory_utilization`. */
const defaultUtilization = 0.92

export const parallelStops = [1, 2, 4, 8, 16, 32]

export interface ChosenFleet extends FleetSettings {
  readonly tensorParallel: number
}

export function chosenFleet(settings: FleetSettings, subject: PlanSubject, fileType: FileType): ChosenFleet {
  const withRanks = (tensorParallel: number): ChosenFleet => ({ ...settings, tensorParallel })
  if (settings.tensorParallel !== null) return withRanks(settings.tensorParallel)
  const possible = parallelStops.filter((ranks) => ranks <= settings.gpusPerHost).map(withRanks)
  return possible.findLast((chosen) => planFleet(subject, fleetOf(chosen, subject, fileType))?.refused === null) ?? withRanks(1)
}

export function fleetOf(settings: ChosenFleet, subject: PlanSubject, fileType: FileType): Fleet {
  const { contextTokens, users, itlLimitMs } = settings
  const outputTokens = Math.min(settings.outputTokens, contextTokens - 1)
  const promptTokens = contextTokens - outputTokens
  return {
    hosts: [hostsOf(settings)],
    ...engineOf(settings, subject, fileType),
    workload: {
      users,
      promptTokens,
      outputTokens,
      sharedPrefixTokens: Math.min(settings.prefixTokens, promptTokens),
      ...(itlLimitMs === null ? {} : { itlLimitMs }),
    },
  }
}

function hostsOf({ gpu, hosts, gpusPerHost, link, network }: FleetSettings): HostGroup {
  const preset = machinePresetOf(gpu)
  return {
    name: '',
    count: hosts,
    devicesPerHost: gpusPerHost,
    ramBytes,
    link: linkOf(link),
    network: linkOf(network),
    device: {
      name: preset?.name ?? gpu,
      kind: 'gpu',
      ...(preset?.gpu && { gpu: preset.gpu }),
      memoryBytes: (preset?.gibibytes ?? 0) * gib,
      bytesPerSecond: preset ? preset.gigabytesPerSecond * 1e9 : null,
      teraflops: preset?.teraflops ?? null,
    },
  }
}

function linkOf(id: string): HostGroup['link'] {
  const preset = linkPresets.find((one) => one.id === id)
  return preset ? { bytesPerSecond: preset.gigabytesPerSecond * 1e9, seconds: 0 } : null
}

function engineOf(settings: ChosenFleet, subject: PlanSubject, fileType: FileType): Pick<Fleet, 'choice' | 'weights'> {
  const { engine: kind, tensorParallel, pipelineParallel, servedKv, llamaCppKv, memoryShare: share, batchTokens: batch } = settings
  if (kind === 'llama.cpp')
    return {
      choice: {
        engine: { kind, split: 'layer', instances: 1, microBatchTokens: batch ?? defaultMicroBatch, flashAttention: 'auto' },
        keyType: llamaCppKv,
        valueType: llamaCppKv,
      },
      weights: subject.weights ? 'file' : fileType,
    }
  const shared = { tensorParallel, pipelineParallel, expertParallel: false, ...(batch === null ? {} : { batchTokens: batch }) }
  const engine =
    kind === 'vllm'
      ? { kind, ...shared, blockTokens: 16, memoryUtilization: share ?? defaultUtilization }
      : { kind, ...shared, ...(share === null ? {} : { memoryFraction: share }) }
  return { choice: { engine, kvType: servedKv }, weights: subject.weights ? 'file' : settings.weights }
}

export interface EngineLimits {
  /** null for llama.cpp, which has no such option. */
  readonly memoryShare: number | null
  readonly batchTokens: number
}

/** The settings, or else the engine's defaults for the GPU. */
export function engineLimits(settings: FleetSettings, { engine }: EngineChoice): EngineLimits {
  if (engine.kind === 'llama.cpp') return { memoryShare: null, batchTokens: engine.microBatchTokens }
  const { device } = hostsOf(settings)
  return { memoryShare: memoryShare(engine, device), batchTokens: batchTokens(engine, device) }
}
