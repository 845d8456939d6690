/** The parts of a bill for settings that llama.cpp takes. */
import type { CachePlan } from '../kv/cache-plan'
import type { BillPart, BillSettings } from './bill'
import { computeBytes, computeErrorShare } from './compute-buffer'
import { firstOffloaded, placeWeights } from './place-weights'
import type { PlanSubject } from './plan-subject'

export function billParts(subject: PlanSubject, settings: BillSettings, plan: CachePlan, gpuLayers: number): BillPart[] {
  return [
    ...weightParts(subject, gpuLayers),
    ...cacheParts(subject, plan, gpuLayers),
    ...computeParts(subject, settings, plan, gpuLayers),
  ].filter(({ bytes }) => bytes > 0)
}

function weightParts({ weights, shape }: PlanSubject, gpuLayers: number): BillPart[] {
  if (!weights) return []
  const { ram, vram } = placeWeights(weights, shape.layers, gpuLayers)
  const part = (place: 'ram' | 'vram', bytes: number, what: string): BillPart => ({
    kind: 'weights',
    place,
    bytes,
    source: 'exact',
    errorShare: null,
    what,
  })
  return [part('ram', ram, 'Weights in RAM'), part('vram', vram, 'Weights on the GPU')]
}

function cacheParts({ shape }: PlanSubject, plan: CachePlan, gpuLayers: number): BillPart[] {
  const first = firstOffloaded(shape.layers, gpuLayers)
  const bytes = { kv: { ram: 0, vram: 0 }, state: { ram: 0, vram: 0 } }
  for (const { index, kBytes, vBytes, stateBytes } of plan.layers) {
    const place = index >= first ? 'vram' : 'ram'
    bytes.kv[place] += kBytes + vBytes
    bytes.state[place] += stateBytes
  }
  const part = (kind: 'kv' | 'state', place: 'ram' | 'vram'): BillPart => ({
    kind,
    place,
    bytes: bytes[kind][place],
    source: 'exact',
    errorShare: null,
    what: kind === 'kv' ? 'Keys and values of all sequences' : 'Recurrent state of all sequences, in f32',
  })
  return [part('kv', 'ram'), part('kv', 'vram'), part('state', 'ram'), part('state', 'vram')]
}

function computeParts({ compute }: PlanSubject, settings: BillSettings, plan: CachePlan, gpuLayers: number): BillPart[] {
  if (!compute) return []
  return [
    {
      kind: 'compute',
      place: gpuLayers > 0 ? 'vram' : 'ram',
      bytes: computeBytes(compute, settings, plan),
      source: 'estimate',
      errorShare: computeErrorShare,
      what: 'Scratch memory of one micro-batch',
    },
  ]
}
