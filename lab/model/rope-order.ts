/**
 * RoPE turns pairs of a head's elements. Llama files pair neighbors (0, 1), (2, 3), ... (the NORM type of `ggml_rope`), Qwen3 files the two
 * halves (0, n / 2), (1, n / 2 + 1), ... (NEOX). If the rows of the query and key matrices change places, halves become neighbors; a dot
 * product does not notice.
 */

/** (headDim): which row comes to each place. `dims`: elements that RoPE turns. */
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
