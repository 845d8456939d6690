/** f32 and f16, little-endian as in GGUF. */
import { blockSizes, type ElementCodec } from './codec'
import { fromHalf, toHalf } from './half'

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const f32: ElementCodec = {
  ...blockSizes('f32'),
  encode(values, from, count, bytes, at) {
    const view = viewOf(bytes)
    for (let i = 0; i < count; i++) view.setFloat32(at + 4 * i, values[from + i] as number, true)
  },
  decode(bytes, at, values, from, count) {
    const view = viewOf(bytes)
    for (let i = 0; i < count; i++) values[from + i] = view.getFloat32(at + 4 * i, true)
  },
}

export const f16: ElementCodec = {
  ...blockSizes('f16'),
  encode(values, from, count, bytes, at) {
    for (let i = 0; i < count; i++) {
      const half = toHalf(values[from + i] as number)
      bytes[at + 2 * i] = half
      bytes[at + 2 * i + 1] = half >>> 8
    }
  },
  decode(bytes, at, values, from, count) {
    for (let i = 0; i < count; i++) values[from + i] = halfAt(bytes, at + 2 * i)
  },
}

export const halfAt = (bytes: Uint8Array, at: number): number => fromHalf((bytes[at] as number) | ((bytes[at + 1] as number) << 8))
