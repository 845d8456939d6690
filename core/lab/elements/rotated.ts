/** ggml's types on rotated rows. `decode` rotates back; llama.cpp instead rotates queries and outputs, with the same result. */
import type { CacheType, ElementCodec } from './codec'
import { hadamard } from './hadamard'

/** `size`: number of elements rotated together, a multiple of the codec's block. */
export function rotated(type: CacheType, codec: ElementCodec, size: number): ElementCodec {
  let row = new Float32Array(0)
  return {
    type,
    blockElements: size,
    blockBytes: (size / codec.blockElements) * codec.blockBytes,
    encode(values, from, count, bytes, at) {
      if (row.length < count) row = new Float32Array(count)
      row.set(values.subarray(from, from + count))
      for (let i = 0; i < count; i += size) hadamard(row, i, size)
      codec.encode(row, 0, count, bytes, at)
    },
    decode(bytes, at, values, from, count) {
      codec.decode(bytes, at, values, from, count)
      for (let i = 0; i < count; i += size) hadamard(values, from + i, size)
    },
  }
}
