/**
 * Reads a context's cache sizes from llama.cpp's log:
 *
 *   llama_kv_cache: size = 6.00 MiB ( 2048 cells, 6 layers, 1/1 seqs), K (f16): 3.00 MiB, V (f16): 3.00 MiB
 *   llama_memory_recurrent: size = 0.32 MiB ( 1 cells, 4 layers, 1 seqs 0 rs_seq), R (f32): …, S (f32): …, P (f32): …
 *   llama_dsv4_comp_state: csa ratio = 4, state = 8 x 128, streams = 1, rs_seq = 0, layers = 2, size = 0.02 MiB
 *
 * A size is a multiple of cells x layers x streams x block bytes. It is exact if only one multiple rounds to the printed number.
 * Source: src/llama-kv-cache.cpp, src/llama-kv-cache-dsv4.cpp and src/llama-memory-recurrent.cpp, llama.cpp v0.4.0.
 */
import type { CacheAllocation, CacheKind } from '../../../core/contract/cache/cache'
import { ggmlType } from '../../../core/gguf/ggml-types'
import type { LogLine } from '../llama/llama-log'

const attention =
  /^llama_kv_cache: size = +([\d.]+) MiB \( *(\d+) cells, +(\d+) layers, +(\d+)\/(\d+) seqs\), K \((\w+)\): +([\d.]+) MiB, V \((\w+)\): +([\d.]+) MiB/
const recurrent =
  /^llama_memory_recurrent: size = +([\d.]+) MiB \( *(\d+) cells, +(\d+) layers, +(\d+) seqs.*R \(f32\): +([\d.]+) MiB, S \(f32\): +([\d.]+) MiB(?:, P \(f32\): +([\d.]+) MiB)?/
const compressor = /^llama_dsv4_comp_state: \w+ ratio = \d+, state = (\d+) x (\d+), streams = (\d+), rs_seq = 0, layers = (\d+), size/
const announcement = /creating +(non-SWA|SWA|main|DSA|indexer|DSV4 [\w-]+)/

export function allocatedCaches(lines: readonly LogLine[]): CacheAllocation[] {
  const caches: CacheAllocation[] = []
  let next: CacheKind = 'full'
  for (const { text } of lines) {
    const announced = announcement.exec(text)
    if (announced) next = kindOf(announced[1] as string)
    const kv = attention.exec(text)
    if (kv) caches.push(attentionCache(kv, next))
    const state = recurrent.exec(text)
    if (state) caches.push(recurrentCache(state))
    const compressed = compressor.exec(text)
    if (compressed) caches.push(compressorState(compressed))
  }
  return caches
}

function kindOf(announced: string): CacheKind {
  if (announced === 'SWA') return 'sliding'
  if (announced === 'indexer' || announced.includes('indexer')) return 'indexer'
  return 'full'
}

function attentionCache(match: RegExpExecArray, kind: CacheKind): CacheAllocation {
  const [, , cells, layers, , streams, keyType, keyMiB, valueType, valueMiB] = match as unknown as string[]
  const unit = Number(cells) * Number(layers) * Number(streams)
  const key = unround(Number(keyMiB), unit * ggmlType(keyType as string).blockBytes)
  const value = unround(Number(valueMiB), unit * ggmlType(valueType as string).blockBytes)
  return {
    kind,
    cells: Number(cells),
    layers: Number(layers),
    streams: Number(streams),
    keyBytes: key.bytes,
    valueBytes: value.bytes,
    exact: key.exact && value.exact,
  }
}

function recurrentCache(match: RegExpExecArray): CacheAllocation {
  const [, , cells, layers, , r, s, p] = match as unknown as (string | undefined)[]
  const bytes = (mib: string | undefined) => Math.round(Number(mib ?? 0) * 1024 * 1024)
  return {
    kind: 'recurrent',
    cells: Number(cells),
    layers: Number(layers),
    streams: 1,
    keyBytes: bytes(r) + bytes(p),
    valueBytes: bytes(s),
    exact: false,
  }
}

function compressorState(match: RegExpExecArray): CacheAllocation {
  const [cells, width, streams, layers] = match.slice(1).map(Number) as [number, number, number, number]
  return { kind: 'recurrent', cells, layers, streams, keyBytes: 2 * width * 4 * cells * streams * layers, valueBytes: 0, exact: true }
}

function unround(mib: number, unitBytes: number): { bytes: number; exact: boolean } {
  const printed = mib * 1024 * 1024
  const halfStep = 0.005 * 1024 * 1024
  if (mib === 0) return { bytes: 0, exact: true }
  const multiple = Math.round(printed / unitBytes)
  const bytes = multiple * unitBytes
  const fits = (candidate: number) => Math.abs(candidate - printed) <= halfStep + 1
  const exact = fits(bytes) && !fits(bytes - unitBytes) && !fits(bytes + unitBytes)
  return exact ? { bytes, exact } : { bytes: Math.round(printed), exact: false }
}

export const allocatedBytes = (caches: readonly CacheAllocation[]): number =>
  caches.reduce((sum, cache) => sum + cache.keyBytes + cache.valueBytes, 0)
