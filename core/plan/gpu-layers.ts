import type { BillSettings } from './bill-part'
import type { PlanMachine } from './machines/machine'
import { splitWeights } from './parts/split-weights'
import type { PlanSubject } from './plan-subject'

export function gpuLayersInUse({ weights, shape }: PlanSubject, { gpuLayers }: BillSettings, machine: PlanMachine | null): number {
  if (gpuLayers !== 'auto') return Math.min(gpuLayers, shape.layers + 1)
  if (!machine?.vram || !weights) return 0
  let layers = shape.layers + 1
  while (layers > 0 && splitWeights(weights, shape.layers, layers).vram > machine.vram.freeBytes) layers--
  return layers
}
