/** The bill as a stacked bar: what uses how much of the free memory. */
import type { Bill } from '../../../core/plan/bill'
import type { MemoryLocation } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machine'
import { firstOffloaded } from '../../../core/plan/parts/split-weights'
import { layerKindOf, layerKindOrder, layerKinds } from './layer-kinds'

export interface Segment {
  readonly id: string
  readonly name: string
  readonly meaning: string
  readonly bytes: number
  readonly colour: string
  readonly isEstimate: boolean
  /** For estimates: the 90th percentile of the measured relative error; null: not measured. */
  readonly errorShare: number | null
}

export interface MemoryBar {
  readonly location: MemoryLocation
  /** In order, without the free part. */
  readonly segments: readonly Segment[]
  readonly usedBytes: number
  /** Free before anything of this plan is loaded; null: unknown. */
  readonly freeBytes: number | null
}

/** `assumedWeightBytes`: weights outside the bill, estimated from the parameter count; 0: none. */
export function memoryBars(bill: Bill, layers: number, assumedWeightBytes: number, machine: PlanMachine | null): readonly MemoryBar[] {
  const locations: readonly MemoryLocation[] = bill.totalBytes.vram > 0 || machine?.vram ? ['ram', 'vram'] : ['ram']
  return locations.map((location) => {
    const segments = [...weights(bill, location, assumedWeightBytes), ...caches(bill, location, layers), ...others(bill, location)].filter(
      ({ bytes }) => bytes > 0,
    )
    const usedBytes = segments.reduce((sum, { bytes }) => sum + bytes, 0)
    return { location, segments, usedBytes, freeBytes: machine ? (machine[location]?.freeBytes ?? 0) : null }
  })
}

function weights(bill: Bill, location: MemoryLocation, assumedBytes: number): Segment[] {
  const bytes = bill.parts
    .filter((part) => part.kind === 'weights' && part.location === location)
    .reduce((sum, part) => sum + part.bytes, 0)
  const isEstimate = bytes === 0 && location === 'ram' && assumedBytes > 0
  return [
    {
      id: 'weights',
      name: 'Weights',
      meaning: isEstimate ? 'Parameters times bits of the weight type.' : 'All tensors of the file.',
      bytes: isEstimate ? assumedBytes : bytes,
      colour: 'var(--kind-weights)',
      isEstimate,
      errorShare: null,
    },
  ]
}

/** The caches in this location by kind, chosen by the layers stored there. */
function caches({ plan, gpuLayers }: Bill, location: MemoryLocation, layers: number): Segment[] {
  const first = firstOffloaded(layers, gpuLayers)
  const here = plan.layers.filter(({ index }) => (index >= first ? 'vram' : 'ram') === location)
  return layerKindOrder.map((kind) => ({
    id: kind,
    name: kind === 'recurrent' ? layerKinds[kind].name : `Cache: ${layerKinds[kind].name.toLowerCase()}`,
    meaning: layerKinds[kind].meaning,
    bytes: here.reduce((sum, layer) => (layerKindOf(layer.kind) === kind ? sum + layer.kBytes + layer.vBytes + layer.stateBytes : sum), 0),
    colour: layerKinds[kind].colour,
    isEstimate: plan.assumed,
    errorShare: null,
  }))
}

const names = { compute: 'Compute buffer', checkpoints: 'Checkpoints, when full', overhead: 'Engine process' } as const

function others({ parts }: Bill, location: MemoryLocation): Segment[] {
  return (Object.keys(names) as (keyof typeof names)[]).map((kind) => {
    const found = parts.filter((part) => part.kind === kind && part.location === location)
    return {
      id: kind,
      name: names[kind],
      meaning: found[0]?.what ?? '',
      bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
      colour: `var(--kind-${kind})`,
      isEstimate: found.some(({ source }) => source === 'estimate'),
      errorShare: found[0]?.errorShare ?? null,
    }
  })
}
