import type { KvType } from '../../contract/settings/kv-types'
import type { PlannedGpu } from '../../plan/machines/machine'
import type { PeakRates } from '../../plan/machines/machine-presets'
import type { FileType } from '../../plan/weights/file-types'
import type { LlamaCppEngine, SglangEngine, VllmEngine, Workload } from '../schema/fleet-file'

export const engineNames = ['llama.cpp', 'vllm', 'sglang'] as const
export type EngineName = (typeof engineNames)[number]

export interface Link {
  readonly bytesPerSecond: number
  /** 0 if unknown, which keeps a bound valid. */
  readonly seconds: number
}

/** A GPU, or the CPU of a host without one. */
export interface Device {
  readonly name: string
  readonly kind: 'gpu' | 'cpu'
  /** Absent if unknown. */
  readonly gpu?: PlannedGpu
  readonly memoryBytes: number
  /** null if unknown: then no bound of this device is known. */
  readonly bytesPerSecond: number | null
  readonly teraflops: PeakRates | null
}

/** Equal hosts. */
export interface HostGroup {
  readonly name: string
  readonly count: number
  readonly device: Device
  readonly devicesPerHost: number
  /** null if not given. */
  readonly ramBytes: number | null
  readonly link: Link | null
  readonly network: Link | null
}

/** `file`: the types that the GGUF file has. */
export const servedTypes = ['bf16', 'fp8', 'int4'] as const
export type ServedType = (typeof servedTypes)[number]
export type WeightType = FileType | ServedType | 'file'

/** `auto` is bf16 or f16, with 2 bytes. */
export const servedKvTypes = ['auto', 'fp8'] as const
export type ServedKvType = (typeof servedKvTypes)[number]

export type EngineChoice =
  | { readonly engine: LlamaCppEngine; readonly keyType: KvType; readonly valueType: KvType }
  | { readonly engine: VllmEngine | SglangEngine; readonly kvType: ServedKvType }

export interface Fleet {
  readonly hosts: readonly HostGroup[]
  readonly choice: EngineChoice
  readonly weights: WeightType
  readonly workload: Workload
}
