import type { AttentionPattern } from '../../../core/contract/lab/lab'

export interface Pattern {
  readonly rows: number
  readonly columns: number
  /** Shape (rows, columns). See core/lab/recording/weight-bytes.ts. */
  readonly weights: Uint8Array
}

/** Throws if the number of bytes is not rows × columns. */
export function readPattern({ rows, columns, weights }: AttentionPattern): Pattern {
  const bytes = Uint8Array.from(atob(weights), (letter) => letter.charCodeAt(0))
  if (bytes.length !== rows * columns) throw new Error(`Expected ${rows * columns} weights, got ${bytes.length}`)
  return { rows, columns, weights: bytes }
}

/** Returns shape (rows, columns, RGBA). Larger weights are more opaque. */
export function patternPixels({ weights }: Pattern, [red, green, blue]: readonly [number, number, number]): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * weights.length)
  weights.forEach((weight, i) => {
    pixels[4 * i] = red
    pixels[4 * i + 1] = green
    pixels[4 * i + 2] = blue
    pixels[4 * i + 3] = weight
  })
  return pixels
}
