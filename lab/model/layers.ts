/**
 * RMSNorm: x / sqrt(mean of x squared + epsilon) * gain. `x`: (T, E). `gain`: (E). Returns (T, E).
 * Source: Zhang and Sennrich, arXiv:1910.07467; `ggml_rms_norm`.
 */
export function rmsNorm(x: Float32Array, gain: Float32Array, epsilon: number): Float32Array {
  const width = gain.length
  const out = new Float32Array(x.length)
  for (let row = 0; row < x.length; row += width) {
    let squares = 0
    for (let i = 0; i < width; i++) squares += (x[row + i] as number) ** 2
    const scale = 1 / Math.sqrt(squares / width + epsilon)
    for (let i = 0; i < width; i++) out[row + i] = (x[row + i] as number) * scale * (gain[i] as number)
  }
  return out
}

/** silu(gate) * up per element, in place in `gate`. Both (T, F). Source: Shazeer, arXiv:2002.05202. */
export function swiGlu(gate: Float32Array, up: Float32Array): Float32Array {
  for (let i = 0; i < gate.length; i++) {
    const value = gate[i] as number
    gate[i] = (value / (1 + Math.exp(-value))) * (up[i] as number)
  }
  return gate
}

export function add(x: Float32Array, delta: Float32Array): void {
  for (let i = 0; i < x.length; i++) x[i] = (x[i] as number) + (delta[i] as number)
}
