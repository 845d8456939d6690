/**
 * Matrix times vectors.
 *
 *   out (T, rows) = x (T, columns) * elements (rows, columns) transposed
 *
 * The reference for the kernel in ../simd, and its fallback.
 */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  /** (rows, columns) */
  readonly elements: Float32Array
  /** `x`: (T, columns). Returns (T, rows). */
  multiply(x: Float32Array): Float32Array
}

export function multiplyPlainly(rows: number, columns: number, elements: Float32Array, x: Float32Array): Float32Array {
  const tokens = x.length / columns
  const out = new Float32Array(tokens * rows)
  for (let t = 0; t < tokens; t++)
    for (let row = 0; row < rows; row++) out[t * rows + row] = dot(elements, row * columns, x, t * columns, columns)
  return out
}

/** Four independent sums are faster than one. */
export function dot(a: Float32Array, atA: number, b: Float32Array, atB: number, count: number): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  let i = 0
  for (; i + 4 <= count; i += 4) {
    first += (a[atA + i] as number) * (b[atB + i] as number)
    second += (a[atA + i + 1] as number) * (b[atB + i + 1] as number)
    third += (a[atA + i + 2] as number) * (b[atB + i + 2] as number)
    fourth += (a[atA + i + 3] as number) * (b[atB + i + 3] as number)
  }
  for (; i < count; i++) first += (a[atA + i] as number) * (b[atB + i] as number)
  return first + second + third + fourth
}
