/**
 * Which of llama.cpp's code for x86-64 computes here, for tests of exact figures. Each multiplies and adds in an order of its own, and a sum that
 * differs in its last bit lets a quantized activation or a cell of the cache fall the other way here and there. Seen on one machine, with and
 * without the library for AMX: ln PPL of the embedded model moves by 0.0004, and with AVX-512 the order of the cells shows in a sum.
 */
import { existsSync, readFileSync } from 'node:fs'

export type Kernels = 'AVX2' | 'AVX-512' | 'AMX'

const list = '/proc/cpuinfo'
const flags = existsSync(list) ? readFileSync(list, 'utf8') : ''

export const kernels: Kernels = /\bamx_int8\b/.test(flags) ? 'AMX' : /\bavx512f\b/.test(flags) ? 'AVX-512' : 'AVX2'
