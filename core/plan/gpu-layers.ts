/** How many layers go to the GPU when nobody has said it. */
import type { BillSettings } from './bill-part'
import type { PlanMachine } from './machine'
import { placeWeights } from './parts/place-weights'
import type { PlanSubject } from './plan-subject'

/** `auto` without a GPU: 0. With one: the most layers whose weights its free memory holds. */
export function gpuLayersInUse({ weights, shape }: PlanSubject, { gpuLayers }: BillSettings, machine: PlanMachine | null): number {
  if (gpuLayers !== 'auto') return Math.min(gpuLayers, shape.layers + 1)
  if (!machine?.vram || !weights) return 0
  let layers = shape.layers + 1
  while (layers > 0 && placeWeights(weights, shape.layers, layers).vram > machine.vram.freeBytes) layers--
  return layers
}
