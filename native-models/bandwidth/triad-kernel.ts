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

/**
 * A compiled triad stores a cache line of 64 bytes with one or two instructions. Here it takes four, so fewer of the lines that wait in the
 * store buffer are requested from memory at the same time. Loading a line of `a` before it is stored makes up for that.
 */
const aheadBytes = 512

/** Bytes of each array per iteration. The size of an array must be a multiple of this. */
export const stepBytes = 64
const pairs = [0, 16, 32, 48]

const kernel: KernelText = {
  // Addresses in bytes. q is stored twice at `factor`; the sum of the lines loaded ahead is stored after it, so that no compiler leaves the loads out.
  parameters: ['a', 'b', 'c', 'endOfA', 'factor'],
  locals: { q: 'v128', ahead: 'v128' },
  body: `
    local.get factor
    v128.load 0
    local.set q
    loop
      local.get a
      v128.load ${aheadBytes}
      local.get ahead
      f64x2.add
      local.set ahead
      ${pairs.map(pair).join('')}
      ${add('a', stepBytes)}
      ${add('b', stepBytes)}
      ${add('c', stepBytes)}
      local.get a
      local.get endOfA
      i32.lt_u
      br_if 0
    end
    local.get factor
    local.get ahead
    v128.store 16`,
}

export const triadBinary = (sharedPages: number): Uint8Array<ArrayBuffer> => assemble(kernel, sharedPages)
