import type { KvType } from '../../../core/contract/settings/kv-types'
import { planFleet } from '../../../core/fleet/plan-fleet'
import type { EngineName, Fleet, HostGroup, ServedKvType, ServedType } from '../../../core/fleet/types/fleet'
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
  users: 64,
  contextTokens: 8192,
  outputTokens: 512,
  prefixTokens: 0,
  itlLimitMs: 50,
}

const gib = 2 ** 30
/** RAM of an llama.cpp host, which holds the token embedding. */
const ramBytes = 64 * gib

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
  const { engine: kind, tensorParallel, pipelineParallel, servedKv, llamaCppKv } = settings
  if (kind === 'llama.cpp')
    return {
      choice: {
        engine: { kind, split: 'layer', instances: 1, microBatchTokens: 512, flashAttention: 'auto' },
        keyType: llamaCppKv,
        valueType: llamaCppKv,
      },
      weights: subject.weights ? 'file' : fileType,
    }
  const parallel = { tensorParallel, pipelineParallel, expertParallel: false }
  const engine = kind === 'vllm' ? { kind, ...parallel, blockTokens: 16, memoryUtilization: 0.92 } : { kind, ...parallel }
  return { choice: { engine, kvType: servedKv }, weights: subject.weights ? 'file' : settings.weights }
}
