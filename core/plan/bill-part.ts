import type { CacheSettings } from '../kv/cache-settings'
import type { PlannedGpu } from './machines/machine'

/** `gpuLayers` counts the output as a layer. `auto` means as many layers as fit into the free VRAM. */
export type BillSettings = CacheSettings & { readonly gpuLayers: number | 'auto'; readonly checkpointMebibytes?: number | 'auto' }

export type MemoryLocation = 'ram' | 'vram'
export interface BillPart {
  readonly kind: 'weights' | 'kv' | 'state' | 'compute' | 'checkpoints' | 'overhead'
  readonly location: MemoryLocation
  readonly bytes: number
  readonly source: 'exact' | 'estimate' | 'llama.cpp'
  /** Largest relative error, measured or, for some GPUs, assumed. null if exact or unknown. */
  readonly errorShare: number | null
  /** Only for overhead. */
  readonly gpu?: PlannedGpu
  readonly checkpoints?: { readonly count: number; readonly limit: number }
}

export const totalOf = (parts: readonly BillPart[], location: MemoryLocation): number =>
  parts.reduce((sum, part) => (part.location === location ? sum + part.bytes : sum), 0)

/** How much more the parts may need than estimated. */
export const reserveOf = (parts: readonly BillPart[], location: MemoryLocation): number =>
  mostOf(parts, location) - totalOf(parts, location)

/** Adds up the parts, with each estimate at its upper bound. */
export const mostOf = (parts: readonly BillPart[], location: MemoryLocation): number =>
  parts.reduce((sum, part) => (part.location === location ? sum + part.bytes * (1 + (part.errorShare ?? 0)) : sum), 0)
