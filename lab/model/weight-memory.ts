/**
 * Weights in WebAssembly memory, for ../simd/multiply-kernel.ts. TypeScript multiplies the rows after the last multiple of four, and matrices
 * whose columns are not a multiple of four.
 */

import { type WasmMemory, wasm } from '../../core/web-assembly/web-assembly'
import { type MultiplyKernel, multiplyKernelOn } from '../simd/multiply-kernel'
import { type Matrix, multiplyPlainly } from './matrix'

const pageBytes = 1 << 16
/** Tokens per kernel call, few enough that the inputs stay in the L2 cache. */
const chunkTokens = 64

interface KernelMatrix {
  readonly rows: number
  readonly columns: number
  readonly kernelRows: number
  /** Address of the elements, in bytes. */
  readonly at: number
}

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
    const kernelRows = columns % 4 === 0 ? rows - (rows % 4) : 0
    const restRows = rows - kernelRows
    return {
      rows,
      columns,
      elements,
      multiply: (x) => {
        const out = new Float32Array((x.length / columns) * rows)
        if (kernelRows > 0) this.multiply({ rows, columns, kernelRows, at }, x, out)
        const rest = multiplyPlainly(restRows, columns, elements.subarray(kernelRows * columns), x)
        for (let t = 0; t * rows < out.length; t++) out.set(rest.subarray(t * restRows, (t + 1) * restRows), t * rows + kernelRows)
        return out
      },
    }
  }

  /** Writes the first `kernelRows` values of each token. */
  private multiply({ rows, columns, kernelRows, at }: KernelMatrix, x: Float32Array, out: Float32Array): void {
    const tokens = x.length / columns
    for (let t = 0; t < tokens; t += chunkTokens) {
      const count = Math.min(chunkTokens, tokens - t)
      new Float32Array(this.memory.buffer, this.xBytes, count * columns).set(x.subarray(t * columns, (t + count) * columns))
      this.kernel(at, 4 * columns, at + 4 * kernelRows * columns, this.xBytes, this.xBytes + 4 * count * columns, this.outBytes, 4 * rows)
      out.set(new Float32Array(this.memory.buffer, this.outBytes, count * rows), t * rows)
    }
  }
}
