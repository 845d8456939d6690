/** Computed again at every move of a slider. */
import { type Bill, billOf, type Room, roomsOf } from '../../../core/plan/bill'
import { largestContext } from '../../../core/plan/bill-answers'
import { withEstimatedWeights } from '../../../core/plan/estimated-weights'
import { gpuLayersInUse } from '../../../core/plan/gpu-layers'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { gpusOf } from '../../../core/plan/missing-bytes'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import type { FileType } from '../../../core/plan/weights/file-types'
import { type MemoryBar, memoryBars } from './memory-segments'
import { billSettings, type PlannerSettings } from './planner-settings'

export interface PlannedView {
  /** Includes the weights if they are known, at least as an estimate. */
  readonly subject: PlanSubject
  readonly bill: Bill
  /** Per sequence. */
  readonly contextTokens: number
  readonly bars: readonly MemoryBar[]
  readonly totalBytes: number
  readonly hasWeights: boolean
  /** null if refused, or without a machine. */
  readonly rooms: readonly Room[] | null
  /** Free bytes in the memory that has the least room. */
  readonly spareBytes: number | null
  /** Limited by the trained context. null without a machine. */
  readonly largestContextTokens: number | null
}

export function plannedView(given: PlanSubject, settings: PlannerSettings, fileType: FileType, machine: PlanMachine | null): PlannedView {
  const subject = withEstimatedWeights(given, fileType)
  const asked = billSettings(subject.shape, settings)
  const gpuLayers = gpuLayersInUse(subject, asked, machine)
  // Without a machine, billOf skips each type's largest context, which takes ten times as long as the rest.
  // renderer/planner/cache-types.tsx computes it later.
  const bill = billOf(subject, { ...asked, gpuLayers }, null, gpusOf(machine))
  const bars = memoryBars(bill, subject.shape.layers, machine)
  const { plan, parts } = bill
  const rooms = machine && !plan.refused ? roomsOf({ subject, plan, parts, gpuLayers }, machine) : null
  return {
    subject,
    bill,
    contextTokens: 'contextTokens' in asked ? asked.contextTokens : 0,
    bars,
    totalBytes: bars.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
    hasWeights: subject.weights !== null,
    rooms,
    spareBytes: rooms && Math.min(...rooms.map((room) => room.spareBytes)),
    largestContextTokens: machine ? largestContext(subject, asked, machine, gpuLayers) : null,
  }
}
