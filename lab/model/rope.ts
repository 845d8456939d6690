/**
 * Rotary position embedding: rotates pairs (0, 1), (2, 3), ... of a head by position * frequency.
 *
 *   frequency of pair i = base ^ (-2i / dims) / factor_i
 *
 * The dot product of a rotated query and key depends only on their distance. Cells keep their rotation, so positions must not restart
 * within a conversation.
 * Source: Su et al., arXiv:2104.09864; NORM in `ggml_rope`.
 */
export interface Rope {
  /** Number of leading elements of a head that are rotated. */
  readonly dims: number
  /** (dims / 2), in radians per position. */
  readonly frequencies: Float64Array
}

/** `factors`: (dims / 2), the tensor rope_freqs.weight of Llama 3.1 and later. */
export const createRope = (dims: number, base: number, factors?: Float32Array): Rope => ({
  dims,
  frequencies: Float64Array.from({ length: dims / 2 }, (_, i) => base ** ((-2 * i) / dims) / (factors?.[i] ?? 1)),
})

/** In place. `x`: (T, heads, D). `positions`: (T). */
export function rotate(x: Float32Array, positions: Int32Array, headDim: number, rope: Rope): void {
  const heads = x.length / headDim / positions.length
  for (let t = 0; t < positions.length; t++) {
    const { cos, sin } = turnAt(positions[t] as number, rope)
    for (let head = 0; head < heads; head++) turn(x, (t * heads + head) * headDim, cos, sin)
  }
}

/** (dims / 2) each. */
function turnAt(position: number, { frequencies }: Rope): { cos: Float64Array; sin: Float64Array } {
  return {
    cos: frequencies.map((frequency) => Math.cos(position * frequency)),
    sin: frequencies.map((frequency) => Math.sin(position * frequency)),
  }
}

function turn(x: Float32Array, at: number, cos: Float64Array, sin: Float64Array): void {
  for (let pair = 0; pair < cos.length; pair++) {
    const first = at + 2 * pair
    const a = x[first] as number
    const b = x[first + 1] as number
    const c = cos[pair] as number
    const s = sin[pair] as number
    x[first] = a * c - b * s
    x[first + 1] = a * s + b * c
  }
}
