/**
 * 18 bytes = d (f16), 16 x two nibbles        element = d * (q - 8), d = element of the largest magnitude / -8
 *
 * Byte j: element j in the low nibble, 16 + j in the high nibble.
 * Source: `quantize_row_q4_0_ref`, `dequantize_row_q4_0` in ggml/src/ggml-quants.c.
 */
import { blockSizes, type ElementCodec } from './codec'
import { toHalf } from './half'
import { halfAt } from './plain'

const { fround, abs, min, trunc } = Math
const sizes = blockSizes('q4_0')
const { blockElements, blockBytes } = sizes
const halfBlock = blockElements / 2

export const q4_0: ElementCodec = {
  ...sizes,
  encode(values, from, count, bytes, at) {
    for (let block = 0; block < count / blockElements; block++)
      encodeBlock(values, from + block * blockElements, bytes, at + block * blockBytes)
  },
  decode(bytes, at, values, from, count) {
    for (let block = 0; block < count / blockElements; block++)
      decodeBlock(bytes, at + block * blockBytes, values, from + block * blockElements)
  },
}

function decodeBlock(bytes: Uint8Array, at: number, values: Float32Array, from: number): void {
  const scale = halfAt(bytes, at)
  for (let j = 0; j < halfBlock; j++) {
    const pair = bytes[at + 2 + j] as number
    values[from + j] = scale * ((pair & 0x0f) - 8)
    values[from + halfBlock + j] = scale * ((pair >>> 4) - 8)
  }
}

function encodeBlock(values: Float32Array, from: number, bytes: Uint8Array, at: number): void {
  const scale = fround(largestOf(values, from) / -8)
  const inverse = scale === 0 ? 0 : fround(1 / scale)
  const half = toHalf(scale)
  bytes[at] = half
  bytes[at + 1] = half >>> 8
  const nibble = (value: number): number => min(15, trunc(fround(fround(value * inverse) + 8.5)))
  for (let j = 0; j < halfBlock; j++)
    bytes[at + 2 + j] = nibble(values[from + j] as number) | (nibble(values[from + halfBlock + j] as number) << 4)
}

function largestOf(values: Float32Array, from: number): number {
  let largest = 0
  for (let i = 0; i < blockElements; i++) {
    const value = values[from + i] as number
    if (abs(value) > abs(largest)) largest = value
  }
  return largest
}
