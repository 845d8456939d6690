import { type KvType, kvTypes } from '../contract/settings/kv-types'
import type { Refusal } from '../kv/cache-plan'
import { cellPadding, mostContextTokens } from '../kv/context-params'
import { planCache } from '../kv/plan-cache'
import type { BillSettings } from './bill-part'
import { billParts } from './bill-parts'
import { largestFitting } from './largest-fitting'
import type { PlanMachine } from './machines/machine'
import { gpusOf, missingBytes } from './missing-bytes'
import type { PlanSubject } from './plan-subject'

export interface LargestContext {
  readonly type: KvType
  readonly contextTokens: number
  readonly refused: Refusal | null
}

export interface BillAnswers {
  readonly largestContexts: readonly LargestContext[]
  readonly bytesPerSequence: number | null
  /** Average over the next 32,000 tokens. */
  readonly bytesPerThousandTokens: number | null
}

export function billAnswers(subject: PlanSubject, settings: BillSettings, machine: PlanMachine | null, gpuLayers: number): BillAnswers {
  const cacheBytes = (changed: BillSettings): number | null => {
    const { refused, totalCacheBytes } = planCache(subject.shape, changed)
    return refused ? null : totalCacheBytes
  }
  const now = cacheBytes(settings)
  const difference = (changed: BillSettings, share = 1): number | null => {
    const then = now === null ? null : cacheBytes(changed)
    return now === null || then === null ? null : (then - now) / share
  }
  return {
    largestContexts: machine ? kvTypes.map((type) => largestOfType(subject, settings, machine, gpuLayers, type)) : [],
    bytesPerSequence: difference({ ...settings, sequences: Math.max(1, settings.sequences) + 1 }),
    bytesPerThousandTokens: difference(withContext(settings, contextOf(settings, subject) + 32_000), 32),
  }
}

function largestOfType(
  subject: PlanSubject,
  settings: BillSettings,
  machine: PlanMachine,
  gpuLayers: number,
  type: KvType,
): LargestContext {
  const typed: BillSettings = { ...settings, keyType: type, valueType: type }
  const { refused } = planCache(subject.shape, withContext(typed, cellPadding))
  return { type, contextTokens: refused ? 0 : largestContext(subject, typed, machine, gpuLayers), refused }
}

export function largestContext(subject: PlanSubject, settings: BillSettings, machine: PlanMachine, gpuLayers: number): number {
  const excessOf = (paddings: number): number => {
    const asked = withContext(settings, paddings * cellPadding)
    const plan = planCache(subject.shape, asked)
    if (plan.refused) return Number.POSITIVE_INFINITY
    const parts = billParts(subject, asked, plan, gpuLayers, gpusOf(machine))
    const { ram, vram } = missingBytes({ subject, plan, parts, gpuLayers }, machine)
    return Math.max(ram, vram)
  }
  const sequences = 'contextTokens' in settings ? Math.max(1, settings.sequences) : 1
  const limit = Math.min(subject.shape.trainedTokens || mostContextTokens, mostContextTokens / sequences)
  return largestFitting(Math.max(1, Math.floor(limit / cellPadding)), excessOf) * cellPadding
}

const contextOf = (settings: BillSettings, { shape }: PlanSubject): number =>
  ('contextTokens' in settings ? settings.contextTokens : settings.totalContextTokens) || shape.trainedTokens

function withContext(settings: BillSettings, tokens: number): BillSettings {
  return 'contextTokens' in settings ? { ...settings, contextTokens: tokens } : { ...settings, totalContextTokens: tokens }
}
