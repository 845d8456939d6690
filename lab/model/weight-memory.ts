/**
 * Weights in WebAssembly memory, for ../simd/multiply-kernel.ts. TypeScript multiplies matrices with a side that is not a multiple of four.
 */

import { type WasmMemory, wasm } from '../../core/web-assembly/web-assembly'
import { type MultiplyKernel, multiplyKernelOn } from '../simd/multiply-kernel'
import { type Matrix, multiplyPlainly } from './matrix'

const pageBytes = 1 << 16
/** Tokens per kernel call, few enough that the inputs stay in the L2 cache. */
const chunkTokens = 64

export class WeightMemory {
  private readonly memory: WasmMemory
  private readonly kernel: MultiplyKernel
  private readonly xBytes: number
  private readonly outBytes: number
  private nextByte: number

  /** `elements`: in all matrices together. `longestSide`: the longest side of any matrix. */
  constructor(elements: number, longestSide: number) {
    const scratchBytes = 4 * chunkTokens * longestSide
    this.memory = new wasm.Memory({ initial: Math.ceil((2 * scratchBytes + 4 * elements) / pageBytes) })
    this.kernel = multiplyKernelOn(this.memory)
    this.xBytes = 0
    this.outBytes = scratchBytes
    this.nextByte = 2 * scratchBytes
  }

  /** `fill` writes the elements, (rows, columns). */
  allocate(rows: number, columns: number, fill: (elements: Float32Array) => void): Matrix {
    const at = this.nextByte
    this.nextByte += 4 * rows * columns
    const elements = new Float32Array(this.memory.buffer, at, rows * columns)
    fill(elements)
    if (rows % 4 !== 0 || columns % 4 !== 0)
      return { rows, columns, elements, multiply: (x) => multiplyPlainly(rows, columns, elements, x) }
    return { rows, columns, elements, multiply: (x) => this.multiply(rows, columns, at, x) }
  }

  private multiply(rows: number, columns: number, at: number, x: Float32Array): Float32Array {
    const tokens = x.length / columns
    const out = new Float32Array(tokens * rows)
    for (let t = 0; t < tokens; t += chunkTokens) {
      const count = Math.min(chunkTokens, tokens - t)
      new Float32Array(this.memory.buffer, this.xBytes, count * columns).set(x.subarray(t * columns, (t + count) * columns))
      this.kernel(at, 4 * columns, at + 4 * rows * columns, this.xBytes, this.xBytes + 4 * count * columns, this.outBytes, 4 * rows)
      out.set(new Float32Array(this.memory.buffer, this.outBytes, count * rows), t * rows)
    }
    return out
  }
}
