/**
 * out (tokens, rows) = x (tokens, columns) * weights (rows, columns) transposed, four rows and four columns at a time. Sizes and addresses
 * are in bytes.
 */
import { assemble, type KernelText } from '../../core/web-assembly/assemble'
import { type WasmMemory, wasm } from '../../core/web-assembly/web-assembly'

/** acc += value * the four weights at `pointer`; pointer += 16. */
const multiplyAdd = (acc: string, pointer: string): string => `
          local.get ${acc}
          local.get value
          local.get ${pointer}
          v128.load 0
          f32x4.mul
          f32x4.add
          local.set ${acc}
          local.get ${pointer}
          i32.const 16
          i32.add
          local.set ${pointer}`

/** out[4 * index] = the sum of the four lanes of `acc`; acc = 0. */
const storeSum = (acc: string, index: number): string => `
        local.get to
        local.get ${acc}
        f32x4.extract_lane 0
        local.get ${acc}
        f32x4.extract_lane 1
        f32.add
        local.get ${acc}
        f32x4.extract_lane 2
        local.get ${acc}
        f32x4.extract_lane 3
        f32.add
        f32.add
        f32.store ${4 * index}
        i32.const 0
        i32x4.splat
        local.set ${acc}`

const add = (target: string, a: string, b: string): string => `
        local.get ${a}
        local.get ${b}
        i32.add
        local.set ${target}`

const kernel: KernelText = {
  parameters: ['weights', 'rowBytes', 'endOfWeights', 'x', 'endOfX', 'out', 'outRowBytes'],
  locals: {
    ...{ from: 'i32', to: 'i32', endOfRow: 'i32', first: 'i32', second: 'i32', third: 'i32', fourth: 'i32' },
    ...{ a: 'v128', b: 'v128', c: 'v128', d: 'v128', value: 'v128' },
  },
  body: `
    loop                                      ;; over rows, four at a time
      local.get x
      local.set from
      local.get out
      local.set to
      loop                                    ;; over tokens
        local.get weights
        local.set first
        ${add('second', 'first', 'rowBytes')}
        ${add('third', 'second', 'rowBytes')}
        ${add('fourth', 'third', 'rowBytes')}
        ${add('endOfRow', 'from', 'rowBytes')}
        loop                                  ;; over columns, four at a time
          local.get from
          v128.load 0
          local.set value
          ${multiplyAdd('a', 'first')}
          ${multiplyAdd('b', 'second')}
          ${multiplyAdd('c', 'third')}
          ${multiplyAdd('d', 'fourth')}
          local.get from
          i32.const 16
          i32.add
          local.tee from
          local.get endOfRow
          i32.lt_u
          br_if 0
        end
        ${storeSum('a', 0)}
        ${storeSum('b', 1)}
        ${storeSum('c', 2)}
        ${storeSum('d', 3)}
        ${add('to', 'to', 'outRowBytes')}
        local.get from
        local.get endOfX
        i32.lt_u
        br_if 0
      end
      local.get out
      i32.const 16
      i32.add
      local.set out
      local.get fourth                        ;; is now at the end of its row, where the next four rows begin
      local.tee weights
      local.get endOfWeights
      i32.lt_u
      br_if 0
    end`,
}

export type MultiplyKernel = (
  weights: number,
  rowBytes: number,
  endOfWeights: number,
  x: number,
  endOfX: number,
  out: number,
  outRowBytes: number,
) => void

const module = new wasm.Module(assemble(kernel))

/** Rows and columns must be multiples of four. */
export const multiplyKernelOn = (memory: WasmMemory): MultiplyKernel =>
  new wasm.Instance(module, { env: { memory } }).exports.run as MultiplyKernel
