import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { type KvType, kvTypes } from '../contract/settings/kv-types'
import type { CachePlan } from '../kv/cache-plan'
import { planSettings } from '../kv/kv-settings-plan'
import { type LayerKind, layerKindOf } from '../kv/layer-kinds'
import type { CacheShape } from '../kv/shape/cache-shape'

export interface LayerRun {
  readonly kind: LayerKind
  readonly layers: number
}

export interface CacheCost {
  readonly runs: readonly LayerRun[]
  readonly bytesPerThousandTokens: Readonly<Record<KvType, number | null>>
}

/** Long enough to fill sliding windows. */
const baseTokens = 32_768
/** 32,000 tokens are a multiple of 256 cells. */
const addedThousands = 32

export function cacheCostOf(shape: CacheShape): CacheCost {
  const planOf = (type: KvType, contextTokens: number): CachePlan =>
    planSettings(shape, { ...defaultKvSettings, keyType: type, valueType: type }, contextTokens)
  const growth = (type: KvType): number | null => {
    const before = planOf(type, baseTokens)
    const after = planOf(type, baseTokens + addedThousands * 1000)
    return before.refused || after.refused ? null : (after.totalCacheBytes - before.totalCacheBytes) / addedThousands
  }
  return {
    runs: runsOf(planOf('f16', baseTokens)),
    bytesPerThousandTokens: Object.fromEntries(kvTypes.map((type) => [type, growth(type)])) as Record<KvType, number | null>,
  }
}

function runsOf({ layers }: CachePlan): LayerRun[] {
  const widest: { kind: LayerKind; bytes: number }[] = []
  for (const { index, kind, kBytes, vBytes, stateBytes } of layers) {
    const bytes = kBytes + vBytes + stateBytes
    const known = widest[index]
    if (!known || bytes > known.bytes) widest[index] = { kind: layerKindOf(kind), bytes }
  }
  const runs: { kind: LayerKind; layers: number }[] = []
  for (const { kind } of widest) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.layers++
    else runs.push({ kind, layers: 1 })
  }
  return runs
}
