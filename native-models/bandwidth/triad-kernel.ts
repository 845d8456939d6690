/** STREAM's triad over doubles in shared memory: a[i] = b[i] + q * c[i], eight doubles per iteration. */
import { assemble, type KernelText } from '../../core/web-assembly/assemble'

/** Two doubles, at `offset` bytes. */
const pair = (offset: number): string => `
      local.get a
      local.get b
      v128.load ${offset}
      local.get c
      v128.load ${offset}
      local.get q
      f64x2.mul
      f64x2.add
      v128.store ${offset}`

const add = (pointer: string, bytes: number): string => `
      local.get ${pointer}
      i32.const ${bytes}
      i32.add
      local.set ${pointer}`

/** Bytes of each array per iteration. The size of an array must be a multiple of this. */
export const stepBytes = 64
const pairs = [0, 16, 32, 48]

const kernel: KernelText = {
  // Addresses in bytes. q is stored twice at `factor`.
  parameters: ['a', 'b', 'c', 'endOfA', 'factor'],
  locals: { q: 'v128' },
  body: `
    local.get factor
    v128.load 0
    local.set q
    loop
      ${pairs.map(pair).join('')}
      ${add('a', stepBytes)}
      ${add('b', stepBytes)}
      ${add('c', stepBytes)}
      local.get a
      local.get endOfA
      i32.lt_u
      br_if 0
    end`,
}

export const triadBinary = (sharedPages: number): Uint8Array<ArrayBuffer> => assemble(kernel, sharedPages)
