/**
 * Each x86-64 variant of llama.cpp sums in a different order, and a different last bit can flip the rounding of a quantized activation or
 * cell. With or without AMX, ln PPL of the embedded model differs by 0.0004.
 */
import { existsSync, readFileSync } from 'node:fs'

export type Kernels = 'AVX2' | 'AVX-512' | 'AMX'

const list = '/proc/cpuinfo'
const flags = existsSync(list) ? readFileSync(list, 'utf8') : ''

export const kernels: Kernels = /\bamx_int8\b/.test(flags) ? 'AMX' : /\bavx512f\b/.test(flags) ? 'AVX-512' : 'AVX2'
