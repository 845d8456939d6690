/** The bill as a stacked bar: who takes how much of the memory that is free. */
import type { Bill } from '../../../core/plan/bill'
import type { BillPlace } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machine'
import { firstOffloaded } from '../../../core/plan/parts/place-weights'
import { layerKindOf, layerKindOrder, layerKinds } from './layer-kinds'

export interface Segment {
  readonly id: string
  readonly name: string
  readonly meaning: string
  readonly bytes: number
  readonly colour: string
  readonly isEstimate: boolean
  /** Of an estimate: the error that nine in ten measured rows stay below; null: not measured. */
  readonly errorShare: number | null
}

export interface MemoryBar {
  readonly place: BillPlace
  /** What is used, in order; without the free part. */
  readonly segments: readonly Segment[]
  readonly usedBytes: number
  /** Free on the machine before anything of this is loaded; null: not known. */
  readonly freeBytes: number | null
}

/** Weights that nobody has counted: from the number of parameters, or as the user gives them. 0: none. */
export function memoryBars(bill: Bill, layers: number, assumedWeightBytes: number, machine: PlanMachine | null): readonly MemoryBar[] {
  const places: readonly BillPlace[] = bill.totalBytes.vram > 0 || machine?.vram ? ['ram', 'vram'] : ['ram']
  return places.map((place) => {
    const segments = [...weights(bill, place, assumedWeightBytes), ...caches(bill, place, layers), ...others(bill, place)].filter(
      ({ bytes }) => bytes > 0,
    )
    const usedBytes = segments.reduce((sum, { bytes }) => sum + bytes, 0)
    return { place, segments, usedBytes, freeBytes: machine ? (machine[place]?.freeBytes ?? 0) : null }
  })
}

function weights(bill: Bill, place: BillPlace, assumedBytes: number): Segment[] {
  const bytes = bill.parts.filter((part) => part.kind === 'weights' && part.place === place).reduce((sum, part) => sum + part.bytes, 0)
  const isEstimate = bytes === 0 && place === 'ram' && assumedBytes > 0
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

/** Caches by kind, told apart by the layers that lie in this place. */
function caches({ plan, gpuLayers }: Bill, place: BillPlace, layers: number): Segment[] {
  const first = firstOffloaded(layers, gpuLayers)
  const here = plan.layers.filter(({ index }) => (index >= first ? 'vram' : 'ram') === place)
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

function others({ parts }: Bill, place: BillPlace): Segment[] {
  return (Object.keys(names) as (keyof typeof names)[]).map((kind) => {
    const found = parts.filter((part) => part.kind === kind && part.place === place)
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
