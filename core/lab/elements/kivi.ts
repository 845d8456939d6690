/**
 * A group shares its minimum and a step.
 *
 *   q = round((x - min) / step), 0 to 3        x = min + q * step, step = (max - min) / 3
 *
 * Keys are grouped along the tokens, because channels differ in range; values along the channels. min and step are f16: 32 elements take 8
 * + 4 bytes.
 *
 * Source: Liu et al., KIVI, arXiv:2402.02750, section 3.
 */
import { fromHalf, toHalf } from './half'

export const kiviGroup = 32
export const kiviGroupBytes = kiviGroup / 4 + 4

export function encodeKivi(values: Float32Array, from: number, stride: number, bytes: Uint8Array, at: number): void {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < kiviGroup; i++) {
    const value = values[from + i * stride] as number
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, kiviGroupBytes)
  view.setUint16(0, toHalf(min), true)
  view.setUint16(2, toHalf((max - min) / 3), true)
  // The decoder sees the rounded min and step.
  const low = fromHalf(toHalf(min))
  const step = fromHalf(toHalf((max - min) / 3))
  for (let i = 0; i < kiviGroup; i += 4) {
    let packed = 0
    for (let j = 0; j < 4; j++) packed |= nearest(values[from + (i + j) * stride] as number, low, step) << (2 * j)
    view.setUint8(4 + i / 4, packed)
  }
}

const nearest = (value: number, low: number, step: number): number =>
  step === 0 ? 0 : Math.max(0, Math.min(3, Math.round((value - low) / step)))

export function decodeKivi(bytes: Uint8Array, at: number, values: Float32Array, from: number, stride: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, kiviGroupBytes)
  const low = fromHalf(view.getUint16(0, true))
  const step = fromHalf(view.getUint16(2, true))
  for (let i = 0; i < kiviGroup; i++) values[from + i * stride] = low + ((view.getUint8(4 + (i >> 2)) >> (2 * (i & 3))) & 3) * step
}
