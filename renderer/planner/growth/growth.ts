import { kvTypes } from '../../../core/contract/settings/kv-types'
import { planCache } from '../../../core/kv/plan-cache'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { contextStops } from '../../settings/stops'
import { billSettings, type PlannerSettings } from '../plan/planner-settings'

export interface GrowthLine {
  readonly id: string
  readonly name: string
  /** Indexed by context. null if llama.cpp refuses the setting. */
  readonly bytes: readonly (number | null)[]
}

export const growthContexts = (trainedTokens: number): readonly number[] => contextStops(trainedTokens)

export function growthLine(
  id: string,
  name: string,
  shape: CacheShape,
  settings: PlannerSettings,
  contexts: readonly number[],
): GrowthLine {
  const bytes = contexts.map((contextTokens) => {
    const { refused, totalCacheBytes } = planCache(shape, billSettings(shape, { ...settings, contextTokens }))
    return refused ? null : totalCacheBytes
  })
  return { id, name, bytes }
}

/** Types of equal cost share a line. Refused types have no line. */
export function typeLines(shape: CacheShape, settings: PlannerSettings, contexts: readonly number[]): readonly GrowthLine[] {
  const lines: GrowthLine[] = []
  for (const type of kvTypes) {
    const line = growthLine(type, type, shape, { ...settings, keyType: type, valueType: type }, contexts)
    if (line.bytes.every((bytes) => bytes === null)) continue
    const equal = lines.findIndex((other) => other.bytes.join() === line.bytes.join())
    const same = lines[equal]
    if (same) lines[equal] = { ...same, name: `${same.name}, ${type}` }
    else lines.push(line)
  }
  return lines
}
