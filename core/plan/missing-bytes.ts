/**
 * llama.cpp distributes layers over GPUs in proportion to their free memory.
 *
 * Source: `splits` and `get_layer_buft_list` in `llama_model_base::load_tensors` in src/llama-model.cpp, llama.cpp v0.4.0.
 */
import type { CachePlan } from '../kv/cache-plan'
import { type BillPart, mostOf } from './bill-part'
import type { PlanMachine, PlannedGpus } from './machines/machine'
import { firstOffloaded } from './parts/split-weights'
import type { PlanSubject } from './plan-subject'

export const gpusOf = (machine: PlanMachine | null): PlannedGpus => ({
  count: machine?.vram?.freeBytesEach?.length ?? 1,
  gpu: machine?.gpu ?? 'unknown',
})

export function gpuOfLayer(layer: number, first: number, gpuLayers: number, freeBytesEach: readonly number[]): number {
  const total = freeBytesEach.reduce(addFloats, 0)
  const position = Math.fround((layer - first) / gpuLayers)
  let end = 0
  for (const [gpu, bytes] of freeBytesEach.entries()) {
    end = addFloats(end, bytes)
    if (position < Math.fround(end / total)) return gpu
  }
  return freeBytesEach.length - 1
}

/** llama.cpp computes shares in f32. */
const addFloats = (sum: number, bytes: number): number => Math.fround(sum + Math.fround(bytes))

export interface PlacedBill {
  readonly subject: PlanSubject
  readonly plan: CachePlan
  readonly parts: readonly BillPart[]
  readonly gpuLayers: number
}

/** Takes each estimate at its upper bound, and the GPU that lacks the most bytes. Negative if bytes remain free. */
export function missingBytes(bill: PlacedBill, machine: PlanMachine): { readonly ram: number; readonly vram: number } {
  return { ram: mostOf(bill.parts, 'ram') - machine.ram.freeBytes, vram: missingVram(bill, machine) }
}

function missingVram({ subject, plan, parts, gpuLayers }: PlacedBill, { vram }: PlanMachine): number {
  const each = vram?.freeBytesEach
  const most = mostOf(parts, 'vram')
  if (!each || each.length < 2 || gpuLayers === 0) return most - (vram?.freeBytes ?? 0)
  const layers = layerBytes(subject, plan, gpuLayers)
  // Each GPU has the same compute buffer and overhead.
  const rest = (most - layers.reduce((sum, { bytes }) => sum + bytes, 0)) / each.length
  const first = firstOffloaded(subject.shape.layers, gpuLayers)
  const used = each.map(() => rest)
  for (const { layer, bytes } of layers) {
    const gpu = gpuOfLayer(layer, first, gpuLayers, each)
    used[gpu] = (used[gpu] ?? 0) + bytes
  }
  return Math.max(...used.map((bytes, gpu) => bytes - (each[gpu] ?? 0)))
}

/** The output counts as the last layer. */
function layerBytes({ weights, shape }: PlanSubject, { layers }: CachePlan, gpuLayers: number): { layer: number; bytes: number }[] {
  const first = firstOffloaded(shape.layers, gpuLayers)
  const error = 1 + (weights?.errorShare ?? 0)
  const bytes = new Map<number, number>()
  const add = (layer: number, more: number) => layer >= first && bytes.set(layer, (bytes.get(layer) ?? 0) + more)
  for (const [layer, of] of (weights?.layerBytes ?? []).entries()) add(layer, of * error)
  if (weights) add(shape.layers, (weights.outputBytes + weights.sharedOutputBytes) * error)
  for (const { index, kBytes, vBytes, stateBytes } of layers) add(index, kBytes + vBytes + stateBytes)
  return [...bytes].map(([layer, of]) => ({ layer, bytes: of }))
}
