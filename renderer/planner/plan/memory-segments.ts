import type { Copy } from '../../../core/copy/copy'
import type { Bill } from '../../../core/plan/bill'
import { type BillPart, type MemoryLocation, reserveOf } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { firstOffloaded } from '../../../core/plan/parts/split-weights'
import { layerKindColors, layerKindOf, layerKindOrder } from './layer-kinds'

export interface Segment {
  readonly id: keyof Copy['planner']['memory']['segments']
  readonly bytes: number
  readonly color: string
  readonly isEstimate: boolean
  /** Upper bound of the relative error. null if not measured. */
  readonly errorShare: number | null
  /** undefined for weights and caches. */
  readonly part?: BillPart | undefined
}

export interface MemoryBar {
  readonly location: MemoryLocation
  /** In order, without free memory. */
  readonly segments: readonly Segment[]
  readonly usedBytes: number
  /** Before this plan is loaded. null if unknown. */
  readonly freeBytes: number | null
  /** Kept free in case the estimates are too low. */
  readonly reserveBytes: number
}

export function memoryBars(bill: Bill, layers: number, machine: PlanMachine | null): readonly MemoryBar[] {
  const locations: readonly MemoryLocation[] = bill.totalBytes.vram > 0 || machine?.vram ? ['ram', 'vram'] : ['ram']
  return locations.map((location) => {
    const segments = [...weights(bill, location), ...caches(bill, location, layers), ...others(bill, location)].filter(
      ({ bytes }) => bytes > 0,
    )
    const usedBytes = segments.reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      location,
      segments,
      usedBytes,
      freeBytes: machine ? (machine[location]?.freeBytes ?? 0) : null,
      reserveBytes: reserveOf(bill.parts, location),
    }
  })
}

function weights({ parts }: Bill, location: MemoryLocation): Segment[] {
  const found = parts.filter((part) => part.kind === 'weights' && part.location === location)
  return found.map(({ bytes, source, errorShare }) => ({
    id: 'weights',
    bytes,
    color: 'var(--kind-weights)',
    isEstimate: source === 'estimate',
    errorShare,
  }))
}

function caches({ plan, gpuLayers }: Bill, location: MemoryLocation, layers: number): Segment[] {
  const first = firstOffloaded(layers, gpuLayers)
  const here = plan.layers.filter(({ index }) => (index >= first ? 'vram' : 'ram') === location)
  return layerKindOrder.map((kind) => ({
    id: kind,
    bytes: here.reduce((sum, layer) => (layerKindOf(layer.kind) === kind ? sum + layer.kBytes + layer.vBytes + layer.stateBytes : sum), 0),
    color: layerKindColors[kind],
    isEstimate: plan.assumed,
    errorShare: null,
  }))
}

const otherKinds = ['compute', 'checkpoints', 'overhead'] as const

function others({ parts }: Bill, location: MemoryLocation): Segment[] {
  return otherKinds.map((kind) => {
    const found = parts.filter((part) => part.kind === kind && part.location === location)
    return {
      id: kind,
      bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
      color: `var(--kind-${kind})`,
      isEstimate: found.some(({ source }) => source === 'estimate'),
      errorShare: found[0]?.errorShare ?? null,
      part: found[0],
    }
  })
}
