/**
 * A group of 32 elements shares a minimum and a step, both f16.
 *
 *   q = round((x - min) / step), 0 to 2^b - 1        x = min + q * step, step = (max - min) / (2^b - 1)
 *
 * KIVI groups values along the channels, but keys along the tokens, because the channels of keys differ in range.
 * Source: Liu et al., KIVI, arXiv:2402.02750, section 3; jy-yuan/KIVI, quant/new_pack.py.
 */
import { fromHalf, toHalf } from './half'

export type KiviBits = 2 | 4

export const kiviGroup = 32
export const kiviGroupBytes = (bits: KiviBits): number => (kiviGroup * bits) / 8 + 4

export function encodeKivi(values: Float32Array, from: number, stride: number, bytes: Uint8Array, at: number, bits: KiviBits): void {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < kiviGroup; i++) {
    const value = values[from + i * stride] as number
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const highest = 2 ** bits - 1
  const perByte = 8 / bits
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, kiviGroupBytes(bits))
  view.setUint16(0, toHalf(min), true)
  view.setUint16(2, toHalf((max - min) / highest), true)
  // Quantizes with the rounded min and step, which the decoder uses.
  const low = fromHalf(toHalf(min))
  const step = fromHalf(toHalf((max - min) / highest))
  for (let i = 0; i < kiviGroup; i += perByte) {
    let packed = 0
    for (let j = 0; j < perByte; j++) packed |= nearest(values[from + (i + j) * stride] as number, low, step, highest) << (bits * j)
    view.setUint8(4 + i / perByte, packed)
  }
}

const nearest = (value: number, low: number, step: number, highest: number): number =>
  step === 0 ? 0 : Math.max(0, Math.min(highest, Math.round((value - low) / step)))

export function decodeKivi(bytes: Uint8Array, at: number, values: Float32Array, from: number, stride: number, bits: KiviBits): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, kiviGroupBytes(bits))
  const low = fromHalf(view.getUint16(0, true))
  const step = fromHalf(view.getUint16(2, true))
  const perByte = 8 / bits
  for (let i = 0; i < kiviGroup; i++) {
    const packed = view.getUint8(4 + Math.floor(i / perByte))
    values[from + i * stride] = low + ((packed >> (bits * (i % perByte))) & (2 ** bits - 1)) * step
  }
}
