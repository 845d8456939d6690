import type { SettingsRefusal } from '../contract/errors/settings-reasons'
import type { PlannedLayer } from '../kv/cache-plan'
import type { CacheSettings } from '../kv/cache-settings'
import { planCache } from '../kv/plan-cache'
import { installedRelease } from '../kv/shape/release'
import { computeBytes } from './parts/compute-buffer'
import type { PlanSubject } from './plan-subject'

export interface PlanAnswer {
  readonly architecture: string
  readonly settings: CacheSettings
  readonly refused: SettingsRefusal | null
  readonly kvBytes: number
  readonly recurrentBytes: number
  readonly totalCacheBytes: number
  readonly weightBytes: number | null
  readonly computeBytes: number | null
  readonly computeSource: 'estimate' | 'llama.cpp'
  readonly layers: readonly PlannedLayer[]
}

export function planAnswer({ shape, weights, compute }: PlanSubject, settings: CacheSettings): PlanAnswer {
  const plan = planCache(shape, settings)
  return {
    architecture: plan.architecture,
    settings: { ...settings, kvUnified: settings.kvUnified ?? false, llamaCpp: settings.llamaCpp ?? installedRelease },
    refused: plan.refused?.reason ?? null,
    kvBytes: plan.kvBytes,
    recurrentBytes: plan.recurrentBytes,
    totalCacheBytes: plan.totalCacheBytes,
    weightBytes: weights?.totalBytes ?? null,
    computeBytes: compute && (plan.refused ? 0 : computeBytes(compute, settings, plan)),
    computeSource: 'estimate',
    layers: plan.layers,
  }
}
