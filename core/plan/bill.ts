/**
 * The whole bill: everything that a model costs in memory, part by part, by place, and held against a machine.
 *
 * Pure and cheap: a slider recomputes it within a frame. Each part says where its figure comes from: `exact` is
 * arithmetic that was compared with llama.cpp byte by byte, `estimate` carries its measured error, `llama.cpp` is
 * what the engine itself said.
 */
import type { CachePlan } from '../kv/cache-plan'
import { planCache } from '../kv/plan-cache'
import { type BillAnswers, billAnswers } from './bill-answers'
import { type BillPart, type BillPlace, type BillSettings, mostOf, totalOf } from './bill-part'
import { billParts } from './bill-parts'
import { gpuLayersInUse } from './gpu-layers'
import type { PlanMachine } from './machine'
import type { PlanSubject } from './plan-subject'

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

const fitsInto = (totalBytes: Readonly<Record<BillPlace, number>>, { ram, vram }: PlanMachine): boolean =>
  totalBytes.ram <= ram.freeBytes && totalBytes.vram <= (vram?.freeBytes ?? 0)
