/** Parts of 0 bytes are left out. */
import type { CachePlan } from '../kv/cache-plan'
import type { BillPart, BillSettings, MemoryLocation } from './bill-part'
import { plannedCheckpoints } from './parts/checkpoints'
import { computeBytes, computeErrorShare } from './parts/compute-buffer'
import { engineOverheadBytes } from './parts/overhead'
import { firstOffloaded, splitWeights } from './parts/split-weights'
import type { PlanSubject } from './plan-subject'

export function billParts(subject: PlanSubject, settings: BillSettings, plan: CachePlan, gpuLayers: number): BillPart[] {
  return [
    ...weightParts(subject, gpuLayers),
    ...cacheParts(subject, plan, gpuLayers),
    ...computeParts(subject, settings, plan, gpuLayers),
    ...checkpointParts(plan, settings),
    estimated('overhead', 'ram', engineOverheadBytes, 'The engine process itself, measured with a small model'),
  ].filter(({ bytes }) => bytes > 0)
}

const exact = (kind: BillPart['kind'], location: MemoryLocation, bytes: number, what: string): BillPart => ({
  kind,
  location,
  bytes,
  source: 'exact',
  errorShare: null,
  what,
})
const estimated = (
  kind: BillPart['kind'],
  location: MemoryLocation,
  bytes: number,
  what: string,
  errorShare: number | null = null,
): BillPart => ({
  kind,
  location,
  bytes,
  source: 'estimate',
  errorShare,
  what,
})

function weightParts({ weights, shape }: PlanSubject, gpuLayers: number): BillPart[] {
  if (!weights) return []
  const { ram, vram } = splitWeights(weights, shape.layers, gpuLayers)
  return [exact('weights', 'ram', ram, 'Weights in RAM'), exact('weights', 'vram', vram, 'Weights on the GPU')]
}

function cacheParts({ shape }: PlanSubject, plan: CachePlan, gpuLayers: number): BillPart[] {
  const first = firstOffloaded(shape.layers, gpuLayers)
  const bytes = { kv: { ram: 0, vram: 0 }, state: { ram: 0, vram: 0 } }
  for (const { index, kBytes, vBytes, stateBytes } of plan.layers) {
    const location = index >= first ? 'vram' : 'ram'
    bytes.kv[location] += kBytes + vBytes
    bytes.state[location] += stateBytes
  }
  const rule = plan.assumed ? ', by the general rule: this llama.cpp does not know the architecture' : ''
  const part = plan.assumed ? estimated : exact
  const kv = `Keys and values of all sequences${rule}`
  const state = `States of all sequences, in f32${rule}`
  return [
    part('kv', 'ram', bytes.kv.ram, kv),
    part('kv', 'vram', bytes.kv.vram, kv),
    part('state', 'ram', bytes.state.ram, state),
    part('state', 'vram', bytes.state.vram, state),
  ]
}

/** The graph runs where the layers are. The estimate was measured on a CPU; its error on a GPU is unknown. */
function computeParts({ compute }: PlanSubject, settings: BillSettings, plan: CachePlan, gpuLayers: number): BillPart[] {
  if (!compute) return []
  const bytes = computeBytes(compute, settings, plan)
  const what = 'Scratch memory for one micro-batch'
  return gpuLayers > 0 ? [estimated('compute', 'vram', bytes, what)] : [estimated('compute', 'ram', bytes, what, computeErrorShare(bytes))]
}

function checkpointParts(plan: CachePlan, { checkpointMebibytes }: BillSettings): BillPart[] {
  const { count, limit, bytesEach } = plannedCheckpoints(plan, checkpointMebibytes)
  const what = `Copies of a sequence's window or state, one per turn and one every 8,192 tokens: ${count} when one turn fills the context, never more than ${limit}`
  return [estimated('checkpoints', 'ram', count * bytesEach * plan.sizes.sequences, what)]
}
