/** This view is computed again at every move of a slider. */
import { type Bill, billOf } from '../../../core/plan/bill'
import { largestContext } from '../../../core/plan/bill-answers'
import { type MemoryLocation, mostOf, totalOf } from '../../../core/plan/bill-part'
import { gpuLayersInUse } from '../../../core/plan/gpu-layers'
import type { PlanMachine } from '../../../core/plan/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { type MemoryBar, memoryBars } from './memory-segments'
import { billSettings, type PlannerSettings } from './planner-settings'
import { estimatedWeightBytes, type WeightType } from './weight-types'

export interface PlannedView {
  readonly bill: Bill
  /** For each sequence. */
  readonly contextTokens: number
  readonly bars: readonly MemoryBar[]
  readonly totalBytes: number
  /** Whether the weights are counted, at least as an estimate. */
  readonly hasWeights: boolean
  /** The smallest remainder of free memory; null: no machine to compare with. */
  readonly spareBytes: number | null
  /** Limited by the trained context; null: no machine to compare with. */
  readonly largestContextTokens: number | null
  /** The machine's memory minus weights outside the bill. */
  readonly room: PlanMachine | null
}

export function plannedView(
  subject: PlanSubject,
  settings: PlannerSettings,
  weightType: WeightType,
  machine: PlanMachine | null,
): PlannedView {
  const asked = billSettings(subject.shape, settings)
  const assumed = subject.weights || subject.parameters === null ? 0 : estimatedWeightBytes(subject.parameters, weightType)
  const room = machine && { ...machine, ram: { ...machine.ram, freeBytes: machine.ram.freeBytes - assumed } }
  const gpuLayers = gpuLayersInUse(subject, asked, room)
  // Without a machine, billOf skips each type's largest context, ten times the work of the rest; renderer/planner/cache-types.tsx computes
  // it later.
  const bill = billOf(subject, { ...asked, gpuLayers }, null)
  const bars = memoryBars(bill, subject.shape.layers, bill.plan.refused ? 0 : assumed, machine)
  // The upper bound of the estimates decides whether the plan fits.
  const unsure = (location: MemoryLocation) => mostOf(bill.parts, location) - totalOf(bill.parts, location)
  const spare = bars.map(({ usedBytes, freeBytes, location }) => (freeBytes ?? 0) - usedBytes - unsure(location))
  return {
    bill,
    room,
    contextTokens: 'contextTokens' in asked ? asked.contextTokens : 0,
    bars,
    totalBytes: bars.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
    hasWeights: subject.weights !== null || assumed > 0,
    spareBytes: machine && !bill.plan.refused ? Math.min(...spare) : null,
    largestContextTokens: room ? largestContext(subject, asked, room, gpuLayers) : null,
  }
}
