/**
 * Without flash attention, a row of a quantized K may end in a partial block. ggml counts that block only in the last row.
 *
 * Source: `ggml_nbytes` and `ggml_new_tensor_impl` in ggml/src/ggml.c.
 */
import type { GgmlType } from '../gguf/ggml-types'

export function tensorBytes(type: GgmlType, width: number, cells: number, streams: number): number {
  if (width === 0 || cells === 0 || streams === 0) return 0
  const rowStride = Math.floor(width / type.blockElements) * type.blockBytes
  const lastRow = Math.floor((width * type.blockBytes) / type.blockElements)
  return lastRow + rowStride * (cells * streams - 1)
}
