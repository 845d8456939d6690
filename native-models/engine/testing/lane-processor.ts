/**
 * llama.cpp's order of summation depends on the processor, and a different last bit can flip the rounding of a cell. AMX changes ln PPL of
 * the embedded model by 0.0004.
 */
import { existsSync, readFileSync } from 'node:fs'

export type Kernels = 'AVX2' | 'AVX-512' | 'AMX'

const list = '/proc/cpuinfo'
const flags = existsSync(list) ? readFileSync(list, 'utf8') : ''

export const kernels: Kernels = /\bamx_int8\b/.test(flags) ? 'AMX' : /\bavx512f\b/.test(flags) ? 'AVX-512' : 'AVX2'
