/** `exact` parts equal llama.cpp to the byte, `estimate` parts have a measured error, and `llama.cpp` parts were reported by the engine. */
import type { CachePlan } from '../kv/cache-plan'
import { planCache } from '../kv/plan-cache'
import { type BillAnswers, billAnswers } from './bill-answers'
import { type BillPart, type BillSettings, type MemoryLocation, mostOf, totalOf } from './bill-part'
import { billParts } from './bill-parts'
import { gpuLayersInUse } from './gpu-layers'
import type { PlanMachine } from './machine'
import type { PlanSubject } from './plan-subject'

export interface Bill {
  readonly plan: CachePlan
  readonly gpuLayers: number
  readonly parts: readonly BillPart[]
  readonly totalBytes: Readonly<Record<MemoryLocation, number>>
  /** Uses the upper bounds of estimates; null without a machine. */
  readonly fits: boolean | null
  readonly answers: BillAnswers
}

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

const fitsInto = (totalBytes: Readonly<Record<MemoryLocation, number>>, { ram, vram }: PlanMachine): boolean =>
  totalBytes.ram <= ram.freeBytes && totalBytes.vram <= (vram?.freeBytes ?? 0)
