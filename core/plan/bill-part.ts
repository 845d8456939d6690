/** One part of a bill, and sums over them. */
import type { CacheSettings } from '../kv/cache-settings'

/** `gpuLayers`: as llama.cpp counts them, the output being one; `auto`: as many as the free VRAM holds. */
export type BillSettings = CacheSettings & { readonly gpuLayers: number | 'auto'; readonly checkpointMebibytes?: number | 'auto' }

export type BillPlace = 'ram' | 'vram'
export interface BillPart {
  readonly kind: 'weights' | 'kv' | 'state' | 'compute' | 'checkpoints' | 'overhead'
  readonly place: BillPlace
  readonly bytes: number
  readonly source: 'exact' | 'estimate' | 'llama.cpp'
  /** Of an estimate: how far the true figure may be from it, as a share of `bytes`: all that was measured lies within. null: exact, or not measured. */
  readonly errorShare: number | null
  /** What it is, in a sentence. */
  readonly what: string
}

export const totalOf = (parts: readonly BillPart[], place: BillPlace): number =>
  parts.reduce((sum, part) => (part.place === place ? sum + part.bytes : sum), 0)

/** The same with every estimate at the upper end of its error. */
export const mostOf = (parts: readonly BillPart[], place: BillPlace): number =>
  parts.reduce((sum, part) => (part.place === place ? sum + part.bytes * (1 + (part.errorShare ?? 0)) : sum), 0)
