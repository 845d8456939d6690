/**
 * The orthonormal Walsh-Hadamard rotation spreads an outlier over a whole block. It is its own inverse.
 * Source: ggml_gen_hadamard in llama.cpp, src/llama-kv-cache.cpp, which rotates K and V before it quantizes them.
 */

/** Multiplies x[from, from + size) by the matrix, in place. `size`: a power of two. */
export function hadamard(x: Float32Array | Float64Array, from: number, size: number): void {
  for (let half = 1; half < size; half *= 2)
    for (let start = from; start < from + size; start += 2 * half)
      for (let i = start; i < start + half; i++) {
        const [a, b] = [x[i] as number, x[i + half] as number]
        x[i] = a + b
        x[i + half] = a - b
      }
  const scale = 1 / Math.sqrt(size)
  for (let i = from; i < from + size; i++) x[i] = (x[i] as number) * scale
}

/** The largest 64 x 2^n that divides the head dimension (build_input_k_rot). Throws if 64 does not divide it. */
export function keyRotation(headDim: number): number {
  if (headDim % 64 !== 0) throw new Error(`Expected a head dim in multiples of 64, got ${headDim}`)
  let size = 64
  while (headDim % (2 * size) === 0) size *= 2
  return size
}

/** llama.cpp rotates values in blocks of 64 (build_input_v_rot). */
export const valueRotation = 64
