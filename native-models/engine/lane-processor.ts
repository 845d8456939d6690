/**
 * What the processor of this machine is, for tests of exact figures. With AMX llama.cpp multiplies a batch with other kernels than a single token, and
 * f16 weights with activations that were not rounded to f16 before: the same tokens in other batches, or cells in another order, give sums
 * that differ, and quantized activations fall the other way here and there. Source: ggml/src/ggml-cpu/amx/mmq.cpp of llama.cpp v0.4.0.
 */
import { existsSync, readFileSync } from 'node:fs'

const list = '/proc/cpuinfo'

export const hasAmx: boolean = existsSync(list) && /\bamx_int8\b/.test(readFileSync(list, 'utf8'))
