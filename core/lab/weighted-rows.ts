/** sum (D) += weights[at + i] * rows[i]. Four rows at a time, because reading and writing the sum costs most. */
export function addWeightedRows(sum: Float64Array, weights: Float32Array, at: number, rows: Float32Array, count: number): void {
  const dim = sum.length
  let i = 0
  for (; i + 4 <= count; i += 4) {
    const a = weights[at + i] as number
    const b = weights[at + i + 1] as number
    const c = weights[at + i + 2] as number
    const d = weights[at + i + 3] as number
    const first = i * dim
    const second = first + dim
    const third = second + dim
    const fourth = third + dim
    for (let e = 0; e < dim; e++)
      sum[e] =
        (sum[e] as number) +
        a * (rows[first + e] as number) +
        b * (rows[second + e] as number) +
        c * (rows[third + e] as number) +
        d * (rows[fourth + e] as number)
  }
  for (; i < count; i++) {
    const weight = weights[at + i] as number
    for (let e = 0; e < dim; e++) sum[e] = (sum[e] as number) + weight * (rows[i * dim + e] as number)
  }
}
