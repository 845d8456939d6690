/**
 * The whole bill: everything that a model costs in memory, part by part, by place, and held against a machine.
 *
 * Pure and cheap: a slider recomputes it within a frame. Each part says where its figure comes from: `exact` is
 * arithmetic that was compared with llama.cpp byte by byte, `estimate` carries its measured error, `llama.cpp` is
 * what the engine itself said.
 */
import type { CachePlan } from '../kv/cache-plan'
import type { CacheSettings } from '../kv/cache-settings'
import { planCache } from '../kv/plan-cache'
import { type BillAnswers, billAnswers } from './bill-answers'
import { billParts } from './bill-parts'
import { gpuLayersInUse } from './gpu-layers'
import type { PlanMachine } from './machine'
import type { PlanSubject } from './plan-subject'

/** `gpuLayers`: as llama.cpp counts them, the output being one; `auto`: as many as the free VRAM holds. */
export type BillSettings = CacheSettings & { readonly gpuLayers: number | 'auto'; readonly checkpointMebibytes?: number | 'auto' }

export type BillPlace = 'ram' | 'vram'
export interface BillPart {
  readonly kind: 'weights' | 'kv' | 'state' | 'compute' | 'checkpoints' | 'overhead'
  readonly place: BillPlace
  readonly bytes: number
  readonly source: 'exact' | 'estimate' | 'llama.cpp'
  /** Of an estimate: how far the true figure may be from it, as a share of `bytes`: all that was measured lies within. null: exact, or not measured. */
  readonly errorShare: number | null
  /** What it is, in a sentence. */
  readonly what: string
}

export interface Bill {
  /** Where `plan.refused` is not null there is nothing else to pay for: no parts, no answers. */
  readonly plan: CachePlan
  readonly gpuLayers: number
  readonly parts: readonly BillPart[]
  readonly totalBytes: Readonly<Record<BillPlace, number>>
  /** Whether each place has room for the most that its parts may take; null: nothing to hold it against. */
  readonly fits: boolean | null
  readonly answers: BillAnswers
}

/** `machine` null: nothing to hold the bill against, and no largest context. */
export function billOf(subject: PlanSubject, settings: BillSettings, machine: PlanMachine | null): Bill {
  const gpuLayers = gpuLayersInUse(subject, settings, machine)
  const plan = planCache(subject.shape, settings)
  const parts = plan.refused ? [] : billParts(subject, settings, plan, gpuLayers)
  const totalBytes = { ram: totalOf(parts, 'ram'), vram: totalOf(parts, 'vram') }
  return {
    plan,
    gpuLayers,
    parts,
    totalBytes,
    fits: machine && !plan.refused ? fitsInto({ ram: mostOf(parts, 'ram'), vram: mostOf(parts, 'vram') }, machine) : null,
    answers: billAnswers(subject, settings, machine, gpuLayers),
  }
}

export const totalOf = (parts: readonly BillPart[], place: BillPlace): number =>
  parts.reduce((sum, part) => (part.place === place ? sum + part.bytes : sum), 0)

/** The same with every estimate at the upper end of its error. */
export const mostOf = (parts: readonly BillPart[], place: BillPlace): number =>
  parts.reduce((sum, part) => (part.place === place ? sum + part.bytes * (1 + (part.errorShare ?? 0)) : sum), 0)

const fitsInto = (totalBytes: Readonly<Record<BillPlace, number>>, { ram, vram }: PlanMachine): boolean =>
  totalBytes.ram <= ram.freeBytes && totalBytes.vram <= (vram?.freeBytes ?? 0)
