/** What `planFleet` answers. `exact` follows the engine's own arithmetic; an `estimate` says how far it may be off, if that is known. */
import type { SettingsRefusal } from '../../contract/errors/settings-reasons'
import type { EngineName, HostGroup } from './fleet'

/** `kept-free`: memory that the engine's settings leave to others. `unused`: less than one more block or layer. */
export const partKinds = ['weights', 'experts', 'kv', 'state', 'activations', 'overhead', 'kept-free'] as const
export type PartKind = (typeof partKinds)[number]

export interface DevicePart {
  readonly kind: PartKind
  readonly bytes: number
  readonly source: 'exact' | 'estimate'
  /** The relative error. null if exact or unknown. */
  readonly errorShare: number | null
}

/** Equal devices with equal contents. Layers are numbered from 0; `endLayer` is excluded. */
export interface DeviceGroup {
  readonly host: string
  readonly device: string
  /** `ram`: memory of the main host that llama.cpp uses besides its devices. */
  readonly kind: 'gpu' | 'cpu' | 'ram'
  /** In one replica. */
  readonly count: number
  readonly firstLayer: number
  readonly endLayer: number
  /** null if the file does not give the RAM of a host. */
  readonly memoryBytes: number | null
  readonly parts: readonly DevicePart[]
  /** Negative if the parts need more than the device has. null if `memoryBytes` is. */
  readonly unusedBytes: number | null
}

export interface Capacity {
  /** vLLM counts blocks, SGLang tokens, llama.cpp cells. */
  readonly unit: 'blocks' | 'tokens' | 'cells'
  readonly units: number
  readonly tokensPerUnit: number
  /** Units that one user of the workload needs for itself. */
  readonly unitsPerUser: number
  /** Units that all users share. */
  readonly sharedUnits: number
}

export const boundResources = ['memory-bandwidth', 'compute', 'link'] as const
export type BoundResource = (typeof boundResources)[number]

/** No run can be faster. It can be much slower. */
export interface Bound {
  readonly ms: number
  readonly resource: BoundResource
}

export interface ReplicaBounds {
  /** The TTFT of one prompt alone, without its shared prefix. */
  readonly ttft: Bound
  readonly itl: Bound
  /** Generated tokens per second of the replica. */
  readonly tokensPerSecond: number
  /** Most users whose ITL bound is within the limit. null without a limit, or if the bound never reaches it. */
  readonly usersWithinItl: number | null
  /** True if a link has no figures. The bounds then leave it out. */
  readonly isLinkUnknown: boolean
}

/** The options that vLLM or SGLang is assumed to start with: values of the file, or the engine's defaults. */
export interface Assumptions {
  /** vLLM's `gpu_memory_utilization`, SGLang's `mem_fraction_static`. */
  readonly memoryShare: number
  /** vLLM's `max_num_batched_tokens`, SGLang's `chunked_prefill_size`. */
  readonly batchTokens: number
  /**
   * With sliding windows, vLLM keeps the tokens of all running batches in each window; `Capacity` counts that worst case, as vLLM does when it
   * starts. While users decode, blocks outside the windows are freed, and this many remain. null without windows.
   */
  readonly whileDecoding: { readonly unitsPerUser: number; readonly users: number } | null
}

/** Equal replicas, each of which holds the whole model. */
export interface ReplicaPlan {
  readonly count: number
  readonly devices: readonly DeviceGroup[]
  readonly fits: boolean
  readonly capacity: Capacity
  /** null for llama.cpp. */
  readonly assumptions: Assumptions | null
  /** Most users of the workload at once. */
  readonly usersThatFit: number
  readonly usersAssigned: number
  /** null if a device has no bandwidth. */
  readonly bounds: ReplicaBounds | null
}

export type FleetRefusal =
  | { readonly kind: 'too-few-devices'; readonly devices: number; readonly needed: number }
  | { readonly kind: 'too-many-devices'; readonly devices: number; readonly most: number }
  | { readonly kind: 'heads-not-divisible'; readonly heads: number; readonly tensorParallel: number }
  | { readonly kind: 'kv-heads-not-divisible'; readonly kvHeads: number; readonly tensorParallel: number }
  | { readonly kind: 'more-stages-than-layers'; readonly stages: number; readonly layers: number }
  | { readonly kind: 'no-experts' }
  | { readonly kind: 'more-ranks-than-experts'; readonly ranks: number; readonly experts: number }
  | { readonly kind: 'experts-not-divisible'; readonly ranks: number; readonly experts: number }
  | { readonly kind: 'other-caches'; readonly engine: EngineName }
  | { readonly kind: 'page-sizes-differ' }
  | { readonly kind: 'rows-over-rpc' }
  | { readonly kind: 'tensor-split-architecture'; readonly architecture: string }
  | { readonly kind: 'tensor-split-quantized' }
  | { readonly kind: 'cpu-only'; readonly engine: EngineName }
  | { readonly kind: 'settings'; readonly reason: SettingsRefusal }

export type EndResource = 'memory' | 'sequences' | 'ttft' | BoundResource
export interface End {
  readonly resource: EndResource
  /** Users of the whole fleet at which this resource ends. */
  readonly users: number
}

export interface FleetPlan {
  readonly engine: EngineName
  readonly refused: FleetRefusal | null
  /** True if all users of the workload fit at once. */
  readonly fits: boolean
  readonly users: number
  readonly usersThatFit: number
  readonly replicas: readonly ReplicaPlan[]
  readonly idleDevices: number
  readonly contexts: readonly { readonly contextTokens: number; readonly users: number }[]
  /** null if the engine refuses the type. */
  readonly kvTypes: readonly { readonly type: string; readonly users: number | null }[]
  readonly usersWithoutSharing: number
  /** The scarcest first. */
  readonly ends: readonly End[]
}

/** Equal replicas before anything is computed. `pieces` lists each stage's devices. */
export interface Placement {
  readonly count: number
  readonly stages: readonly (readonly Piece[])[]
  /** The first ranks of each stage that hold one expert more than the others. */
  readonly heavyRanks: number
}
export interface Piece {
  readonly host: HostGroup
  readonly devices: number
}
