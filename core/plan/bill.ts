/** `exact` parts equal llama.cpp's allocations to the byte. The engine reports `llama.cpp` parts. */
import type { CachePlan } from '../kv/cache-plan'
import { planCache } from '../kv/plan-cache'
import { type BillAnswers, billAnswers } from './bill-answers'
import { type BillPart, type BillSettings, type MemoryLocation, reserveOf, totalOf } from './bill-part'
import { billParts } from './bill-parts'
import { gpuLayersInUse } from './gpu-layers'
import type { PlanMachine } from './machines/machine'
import { gpusOf, missingBytes, type PlacedBill } from './missing-bytes'
import type { PlanSubject } from './plan-subject'

export interface Bill {
  readonly plan: CachePlan
  readonly gpuLayers: number
  readonly parts: readonly BillPart[]
  readonly totalBytes: Readonly<Record<MemoryLocation, number>>
  /** Uses the upper bounds of estimates. null without a machine, or if llama.cpp refuses the settings. */
  readonly fits: boolean | null
  /** Free bytes in the memory with the least room. Negative if the bill does not fit. null if `fits` is null. */
  readonly spareBytes: number | null
  readonly answers: BillAnswers
}

/** Without a machine, `gpus` says which GPUs share the layers. */
export function billOf(subject: PlanSubject, settings: BillSettings, machine: PlanMachine | null, gpus = gpusOf(machine)): Bill {
  const gpuLayers = gpuLayersInUse(subject, settings, machine)
  const plan = planCache(subject.shape, settings)
  const parts = plan.refused ? [] : billParts(subject, settings, plan, gpuLayers, gpus)
  const totalBytes = { ram: totalOf(parts, 'ram'), vram: totalOf(parts, 'vram') }
  const spareBytes = machine && !plan.refused ? spareOf({ subject, plan, parts, gpuLayers }, machine) : null
  return {
    plan,
    gpuLayers,
    parts,
    totalBytes,
    fits: spareBytes === null ? null : spareBytes >= 0,
    spareBytes,
    answers: billAnswers(subject, settings, machine, gpuLayers),
  }
}

/** Ignores VRAM if the machine has no GPU and the bill needs none. */
export function spareOf(bill: PlacedBill, machine: PlanMachine): number {
  return Math.min(...roomsOf(bill, machine).map(({ spareBytes }) => spareBytes))
}

/** One kind of memory in the machine, after the plan and its reserve. */
export interface Room {
  readonly location: MemoryLocation
  /** Free bytes that remain, with each estimate at its upper bound. Negative if memory falls short. */
  readonly spareBytes: number
  /** Included in the bytes that the plan needs. */
  readonly reserveBytes: number
  /** `spareBytes` is that of the GPU with the least room. */
  readonly isFullestGpu: boolean
}

export function roomsOf(bill: PlacedBill, machine: PlanMachine): readonly Room[] {
  const { ram, vram } = missingBytes(bill, machine)
  const room = (location: MemoryLocation, missing: number): Room => ({
    location,
    spareBytes: Math.floor(-missing),
    reserveBytes: reserveOf(bill.parts, location),
    isFullestGpu: location === 'vram' && gpusOf(machine).count > 1,
  })
  return machine.vram || vram > 0 ? [room('ram', ram), room('vram', vram)] : [room('ram', ram)]
}
