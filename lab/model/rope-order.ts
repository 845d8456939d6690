/**
 * RoPE rotates pairs of a head's elements. Llama files pair neighbors (0, 1), (2, 3), ... (NORM in `ggml_rope`). Qwen3 files pair halves
 * (0, n / 2), (1, n / 2 + 1), ... (NEOX). Reordering the rows of the query and key matrices turns halves into neighbors, and leaves dot
 * products unchanged.
 */

/** (headDim): the source of each row. `dims`: elements that RoPE rotates. */
export const neighborsFromHalves = (headDim: number, dims: number): Int32Array =>
  Int32Array.from({ length: headDim }, (_, to) => {
    if (to >= dims) return to
    return to % 2 === 0 ? to / 2 : (dims + to - 1) / 2
  })

/** `elements`: (heads x D, columns). */
export function reorderedRows(elements: Float32Array, order: Int32Array, columns: number): Float32Array {
  const reordered = new Float32Array(elements.length)
  const headDim = order.length
  for (let row = 0; row < elements.length / columns; row++) {
    const head = Math.floor(row / headDim) * headDim
    const from = (head + (order[row - head] as number)) * columns
    reordered.set(elements.subarray(from, from + columns), row * columns)
  }
  return reordered
}
