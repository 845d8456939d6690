/**
 * Finds the mildest sufficient change of each setting. If no single change is enough, finds pairs of changes whose stronger change is as
 * mild as possible.
 */
import { type KvType, kvTypes } from '../../contract/settings/kv-types'
import { ggmlType } from '../../gguf/ggml-types'
import { planCache } from '../../kv/plan-cache'
import { spareOf } from '../bill'
import { largestContext } from '../bill-answers'
import { type BillPart, type BillSettings, type MemoryLocation, mostOf } from '../bill-part'
import { billParts } from '../bill-parts'
import { withEstimatedWeights } from '../estimated-weights'
import type { PlanMachine } from '../machines/machine'
import { gpusOf, missingBytes } from '../missing-bytes'
import type { PlanSubject } from '../plan-subject'
import { type FileType, fileTypeBits, fileTypes } from '../weights/file-types'

export type FitChange =
  /** Changes both K and V. */
  | { readonly kind: 'cache-type'; readonly type: KvType }
  | { readonly kind: 'context'; readonly contextTokens: number }
  | { readonly kind: 'sequences'; readonly sequences: number }
  | { readonly kind: 'gpu-layers'; readonly gpuLayers: number }
  | { readonly kind: 'file-type'; readonly type: FileType }

export interface Fit {
  readonly changes: readonly FitChange[]
  /** In the memory that lacked the most bytes. */
  readonly savedBytes: number
  readonly spareBytes: number
}

export interface FitAnswer {
  readonly fits: boolean
  /** Negative if the plan does not fit. */
  readonly spareBytes: number
  /** Empty if the plan fits, or if no two changes are enough. */
  readonly ways: readonly Fit[]
}

/** Pass `subject` without estimated weights. */
export interface FitQuestion {
  readonly subject: PlanSubject
  readonly settings: BillSettings & { readonly contextTokens: number; readonly gpuLayers: number }
  readonly fileType: FileType
  readonly machine: PlanMachine
}

type State = Pick<FitQuestion, 'settings' | 'fileType'>

interface Step {
  readonly change: FitChange
  /** 0 means no change, 1 the strongest possible change. */
  readonly strength: number
}

/** Returns null if llama.cpp refuses the settings. */
export function findFits(question: FitQuestion): FitAnswer | null {
  const now = evaluate(question, question)
  if (!now) return null
  if (now.spareBytes >= 0) return { fits: true, spareBytes: now.spareBytes, ways: [] }
  const { ram, vram } = now.missing
  const tight: MemoryLocation = vram > ram ? 'vram' : 'ram'
  const fitOf = (changes: readonly FitChange[]): Fit | null => {
    const then = evaluate(question, changes.reduce(changed, question))
    if (!then || then.spareBytes < 0) return null
    return { changes, savedBytes: Math.round(mostOf(now.parts, tight) - mostOf(then.parts, tight)), spareBytes: then.spareBytes }
  }
  const singles = knobs.flatMap((knob) => {
    const found = mildest(question, question, knob, fitOf)
    return found ? [found.fit] : []
  })
  return { fits: false, spareBytes: now.spareBytes, ways: singles.length > 0 ? singles : pairs(question, fitOf) }
}

type FitOf = (changes: readonly FitChange[]) => Fit | null
type Knob = (question: FitQuestion, state: State) => readonly Step[]
interface Found {
  readonly fit: Fit
  readonly strength: number
}

function mildest(question: FitQuestion, state: State, knob: Knob, fitOf: FitOf, before: readonly FitChange[] = []): Found | null {
  for (const { change, strength } of knob(question, state)) {
    const fit = fitOf([...before, change])
    if (fit) return { fit, strength }
  }
  return null
}

function pairs(question: FitQuestion, fitOf: FitOf): Fit[] {
  const found: Found[] = []
  for (const [at, first] of knobs.entries())
    for (const second of knobs.slice(at + 1)) {
      let best: Found | null = null
      for (const step of first(question, question)) {
        const rest = mildest(question, changed(question, step.change), second, fitOf, [step.change])
        const strength = rest && Math.max(step.strength, rest.strength)
        if (rest && strength !== null && (!best || strength < best.strength)) best = { fit: rest.fit, strength }
      }
      if (best) found.push(best)
    }
  return found.toSorted((a, b) => a.strength - b.strength).map(({ fit }) => fit)
}

function evaluate({ subject, machine }: FitQuestion, { settings, fileType }: State) {
  const weighed = withEstimatedWeights(subject, fileType)
  const plan = planCache(weighed.shape, settings)
  if (plan.refused) return null
  const { gpuLayers } = settings
  const parts: readonly BillPart[] = billParts(weighed, settings, plan, gpuLayers, gpusOf(machine))
  const bill = { subject: weighed, plan, parts, gpuLayers }
  return { parts, missing: missingBytes(bill, machine), spareBytes: spareOf(bill, machine) }
}

function changed<S extends State>(state: S, change: FitChange): S {
  const { settings } = state
  switch (change.kind) {
    case 'cache-type':
      return { ...state, settings: { ...settings, keyType: change.type, valueType: change.type } }
    case 'context':
      return { ...state, settings: { ...settings, contextTokens: change.contextTokens } }
    case 'sequences':
      return { ...state, settings: { ...settings, sequences: change.sequences } }
    case 'gpu-layers':
      return { ...state, settings: { ...settings, gpuLayers: change.gpuLayers } }
    case 'file-type':
      return { ...state, fileType: change.type }
  }
}

const bitsOf = (type: KvType): number => {
  const { blockBytes, blockElements } = ggmlType(type)
  return blockBytes / blockElements
}

/** Expects changes from mild to strong. */
const ranked = (changes: readonly FitChange[]): Step[] => changes.map((change, at) => ({ change, strength: (at + 1) / changes.length }))

const cacheTypes: Knob = (_, { settings: { keyType, valueType } }) => {
  const now = Math.min(bitsOf(keyType), bitsOf(valueType))
  const smaller = kvTypes.filter((type) => bitsOf(type) < now).toSorted((a, b) => bitsOf(b) - bitsOf(a))
  return ranked(smaller.map((type) => ({ kind: 'cache-type', type })))
}

const contexts: Knob = ({ subject, machine }, { settings, fileType }) => {
  const { contextTokens, gpuLayers } = settings
  const largest = largestContext(withEstimatedWeights(subject, fileType), settings, machine, gpuLayers)
  if (largest === 0 || largest >= contextTokens) return []
  return [{ change: { kind: 'context', contextTokens: largest }, strength: 1 - largest / contextTokens }]
}

const fewerSequences: Knob = (_, { settings: { sequences } }) =>
  ranked(Array.from({ length: Math.max(0, sequences - 1) }, (_, at) => ({ kind: 'sequences', sequences: sequences - 1 - at })))

/** Tries fewer layers first, because VRAM is usually scarcer. */
const otherGpuLayers: Knob = ({ subject, machine }, { settings: { gpuLayers } }) => {
  if (!machine.vram) return []
  const all = subject.shape.layers + 1
  const fewer = Array.from({ length: gpuLayers }, (_, at) => gpuLayers - 1 - at)
  const more = Array.from({ length: Math.max(0, all - gpuLayers) }, (_, at) => gpuLayers + 1 + at)
  return [...ranked(fewer.map(layers)), ...ranked(more.map(layers))]
}
const layers = (gpuLayers: number): FitChange => ({ kind: 'gpu-layers', gpuLayers })

const smallerFiles: Knob = ({ subject }, { fileType }) => {
  if (subject.weights || !subject.elements) return []
  return ranked(fileTypes.filter((type) => fileTypeBits[type] < fileTypeBits[fileType]).map((type) => ({ kind: 'file-type', type })))
}

const knobs: readonly Knob[] = [cacheTypes, contexts, fewerSequences, otherGpuLayers, smallerFiles]
