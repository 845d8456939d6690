import type { CachePlan } from '../kv/cache-plan'
import type { BillPart, BillSettings, MemoryLocation } from './bill-part'
import type { PlannedGpus } from './machines/machine'
import { plannedCheckpoints } from './parts/checkpoints'
import { computeBytes, computeErrorShare } from './parts/compute-buffer'
import { engineOverheadBytes, gpuOverheads } from './parts/overhead'
import { firstOffloaded, splitWeights } from './parts/split-weights'
import type { PlanSubject } from './plan-subject'

const oneGpu: PlannedGpus = { count: 1, gpu: 'unknown' }

export function billParts(
  subject: PlanSubject,
  settings: BillSettings,
  plan: CachePlan,
  gpuLayers: number,
  gpus: PlannedGpus = oneGpu,
): BillPart[] {
  return [
    ...weightParts(subject, gpuLayers),
    ...cacheParts(subject, plan, gpuLayers),
    ...computeParts(subject, settings, plan, gpuLayers > 0 ? gpus.count : 0),
    ...checkpointParts(plan, settings),
    ...overheadParts(gpuLayers, gpus),
  ].filter(({ bytes }) => bytes > 0)
}

const exact = (kind: BillPart['kind'], location: MemoryLocation, bytes: number): BillPart => ({
  kind,
  location,
  bytes,
  source: 'exact',
  errorShare: null,
})
const estimated = (kind: BillPart['kind'], location: MemoryLocation, bytes: number, errorShare: number | null = null): BillPart => ({
  kind,
  location,
  bytes,
  source: 'estimate',
  errorShare,
})

function weightParts({ weights, shape }: PlanSubject, gpuLayers: number): BillPart[] {
  if (!weights) return []
  const { ram, vram } = splitWeights(weights, shape.layers, gpuLayers)
  const { errorShare } = weights
  const part = (location: MemoryLocation, bytes: number) =>
    errorShare === undefined ? exact('weights', location, bytes) : estimated('weights', location, bytes, errorShare)
  return [part('ram', ram), part('vram', vram)]
}

function cacheParts({ shape }: PlanSubject, plan: CachePlan, gpuLayers: number): BillPart[] {
  const first = firstOffloaded(shape.layers, gpuLayers)
  const bytes = { kv: { ram: 0, vram: 0 }, state: { ram: 0, vram: 0 } }
  for (const { index, kBytes, vBytes, stateBytes } of plan.layers) {
    const location = index >= first ? 'vram' : 'ram'
    bytes.kv[location] += kBytes + vBytes
    bytes.state[location] += stateBytes
  }
  const part = plan.assumed ? estimated : exact
  return [
    part('kv', 'ram', bytes.kv.ram),
    part('kv', 'vram', bytes.kv.vram),
    part('state', 'ram', bytes.state.ram),
    part('state', 'vram', bytes.state.vram),
  ]
}

/** Each GPU has a separate buffer. The error was measured on a CPU and is assumed for GPUs. */
function computeParts({ compute }: PlanSubject, settings: BillSettings, plan: CachePlan, gpus: number): BillPart[] {
  if (!compute) return []
  const bytes = computeBytes(compute, settings, plan)
  return [estimated('compute', gpus > 0 ? 'vram' : 'ram', Math.max(1, gpus) * bytes, computeErrorShare(bytes))]
}

function checkpointParts(plan: CachePlan, { checkpointMebibytes }: BillSettings): BillPart[] {
  const { count, limit, bytesEach } = plannedCheckpoints(plan, checkpointMebibytes)
  return [{ ...estimated('checkpoints', 'ram', count * bytesEach * plan.sizes.sequences), checkpoints: { count, limit } }]
}

function overheadParts(gpuLayers: number, { count, gpu }: PlannedGpus): BillPart[] {
  const { bytes, errorShare } = gpuOverheads[gpu]
  return [
    { ...estimated('overhead', 'ram', engineOverheadBytes), gpu },
    { ...estimated('overhead', 'vram', gpuLayers > 0 ? count * bytes : 0, errorShare), gpu },
  ]
}
