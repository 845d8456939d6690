/** What decode reads and writes at depths that a conversation has not reached. */
import type { KvType } from '../contract/settings/kv-types'
import type { CacheSettings } from '../kv/cache-settings'
import { planCache } from '../kv/plan-cache'
import { cacheReadBytesOf, movedBytesOf, type ReadModel, tokenReads, weightBytesOf, writtenBytesOf } from './token-reads'

export const gridTypes = ['f16', 'q8_0', 'q4_0'] as const satisfies readonly KvType[]

export interface DecodeStep {
  readonly type: KvType
  /** Cells in use. */
  readonly tokens: number
  readonly weightBytes: number
  readonly cacheBytes: number
  readonly writtenBytes: number
  readonly movedBytes: number
  readonly flop: number
}

/** K and V have the same type. Omits types that llama.cpp refuses for this model. */
export function decodeGrid(model: ReadModel, settings: CacheSettings, depths: readonly number[]): DecodeStep[] {
  return gridTypes.flatMap((type) => {
    const typed = { ...settings, keyType: type, valueType: type }
    return planCache(model.shape, typed).refused ? [] : depths.map((tokens) => decodeStep(model, typed, tokens))
  })
}

export function decodeStep(model: ReadModel, settings: CacheSettings, tokens: number): DecodeStep {
  const reads = tokenReads(model, settings, tokens)
  return {
    type: settings.keyType,
    tokens,
    weightBytes: weightBytesOf(reads),
    cacheBytes: cacheReadBytesOf(reads),
    writtenBytes: writtenBytesOf(reads),
    movedBytes: movedBytesOf(reads),
    flop: reads.flop,
  }
}

const firstDepth = 256
const mostDepths = 5

/** Ascending. The last depth is `contextTokens`. */
export function gridDepths(contextTokens: number): number[] {
  const depths: number[] = []
  for (let depth = firstDepth; depth < contextTokens && depths.length < mostDepths - 1; depth *= 4) depths.push(depth)
  return [...depths, contextTokens]
}
