/**
 * 34 bytes = d (f16), 32 x i8        element = d * q, d = largest magnitude / 127
 *
 * Each step rounds to f32, as in C.
 * Source: `quantize_row_q8_0_ref`, `dequantize_row_q8_0` in ggml/src/ggml-quants.c.
 */
import { blockSizes, type ElementCodec } from './codec'
import { toHalf } from './half'
import { halfAt } from './plain'

const { fround, abs, floor } = Math
const sizes = blockSizes('q8_0')
const { blockElements, blockBytes } = sizes

/** C's roundf: ties round away from zero. */
const round = (value: number): number => (value < 0 ? -floor(0.5 - value) : floor(value + 0.5))

export const q8_0: ElementCodec = {
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
  for (let i = 0; i < blockElements; i++) values[from + i] = scale * (((bytes[at + 2 + i] as number) << 24) >> 24)
}

function encodeBlock(values: Float32Array, from: number, bytes: Uint8Array, at: number): void {
  let largest = 0
  for (let i = 0; i < blockElements; i++) largest = Math.max(largest, abs(values[from + i] as number))
  const scale = fround(largest / 127)
  const inverse = scale === 0 ? 0 : fround(1 / scale)
  const half = toHalf(scale)
  bytes[at] = half
  bytes[at + 1] = half >>> 8
  for (let i = 0; i < blockElements; i++) bytes[at + 2 + i] = round(fround((values[from + i] as number) * inverse))
}
