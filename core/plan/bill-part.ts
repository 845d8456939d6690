import type { CacheSettings } from '../kv/cache-settings'

/** `gpuLayers`: llama.cpp's count, where the output is one; `auto`: as many as the free VRAM holds. */
export type BillSettings = CacheSettings & { readonly gpuLayers: number | 'auto'; readonly checkpointMebibytes?: number | 'auto' }

export type MemoryLocation = 'ram' | 'vram'
export interface BillPart {
  readonly kind: 'weights' | 'kv' | 'state' | 'compute' | 'checkpoints' | 'overhead'
  readonly location: MemoryLocation
  readonly bytes: number
  readonly source: 'exact' | 'estimate' | 'llama.cpp'
  /** Largest measured error, relative. null: exact, or not measured. */
  readonly errorShare: number | null
  /** Checkpoints per sequence if one turn fills the context, and the most it may have. */
  readonly checkpoints?: { readonly count: number; readonly limit: number }
}

export const totalOf = (parts: readonly BillPart[], location: MemoryLocation): number =>
  parts.reduce((sum, part) => (part.location === location ? sum + part.bytes : sum), 0)

/** Every estimate at the upper end of its error. */
export const mostOf = (parts: readonly BillPart[], location: MemoryLocation): number =>
  parts.reduce((sum, part) => (part.location === location ? sum + part.bytes * (1 + (part.errorShare ?? 0)) : sum), 0)
