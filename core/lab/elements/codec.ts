/**
 * Encodes whole blocks of a row in ggml's layouts, bit-exact with ggml's reference quantizers (`quantize_row_*_ref` in
 * ggml/src/ggml-quants.c). llama.cpp's CPU backend may round ties in q8_0 differently.
 */
import { ggmlType } from '../../gguf/ggml-types'

export interface ElementCodec {
  readonly type: CacheType
  readonly blockElements: number
  readonly blockBytes: number
  /** `count` is a multiple of `blockElements`. */
  encode(values: Float32Array, from: number, count: number, bytes: Uint8Array, at: number): void
  decode(bytes: Uint8Array, at: number, values: Float32Array, from: number, count: number): void
}

export const elementTypes = ['f32', 'f16', 'q8_0', 'q4_0'] as const
export type ElementType = (typeof elementTypes)[number]
/** The types that are not in `ElementType` exist only in caches, not in files. */
export type CacheType = ElementType | 'q8_0-rotated' | 'q4_0-rotated' | 'turboquant-4' | 'turboquant-2'

/** Throws if `elements` is not a whole number of blocks. */
export function encodedBytes({ type, blockElements, blockBytes }: ElementCodec, elements: number): number {
  if (elements % blockElements !== 0) throw new Error(`Expected a multiple of ${blockElements} elements for ${type}, got ${elements}`)
  return (elements / blockElements) * blockBytes
}

export function blockSizes(type: ElementType): Pick<ElementCodec, 'type' | 'blockElements' | 'blockBytes'> {
  const { blockElements, blockBytes } = ggmlType(type)
  return { type, blockElements, blockBytes }
}
