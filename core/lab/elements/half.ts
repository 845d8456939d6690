/**
 * Half precision: 1 sign bit, 5 exponent bits, 10 mantissa bits.
 * Source: `ggml_compute_fp16_to_fp32` and `ggml_compute_fp32_to_fp16` in ggml/src/ggml-impl.h: round to nearest, ties to even.
 */
const floats = new Float32Array(1)
const bits = new Uint32Array(floats.buffer)

/** Magnitudes from 65,520 (the largest finite value, 65,504, plus half a step) become infinity. */
export function toHalf(value: number): number {
  floats[0] = value
  const word = bits[0] as number
  const sign = (word >>> 16) & 0x8000
  const magnitude = word & 0x7fffffff
  if (magnitude > 0x7f800000) return sign | 0x7e00
  if (magnitude >= 0x477ff000) return sign | 0x7c00
  if (magnitude < 0x38800000) return sign | subnormal(Math.abs(value))
  // The exponent biases differ by 112; 13 mantissa bits are dropped.
  const rounding = 0x0fff + ((magnitude >>> 13) & 1)
  return sign | ((magnitude - 0x38000000 + rounding) >>> 13)
}

/** Below 2^-14, halves are multiples of 2^-24. */
function subnormal(magnitude: number): number {
  const steps = magnitude * 2 ** 24
  const floor = Math.floor(steps)
  const rest = steps - floor
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor
}

export const fromHalf = (half: number): number => numbers[half & 0xffff] as number

const numbers = Float32Array.from({ length: 1 << 16 }, (_, half) => {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 0x1f
  const mantissa = half & 0x3ff
  if (exponent === 0x1f) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1 + mantissa / 1024) * 2 ** (exponent - 15)
})
