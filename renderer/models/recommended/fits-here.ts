import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { tokenBytes } from '../../../core/plan/what-if/decode-limit'
import { type RecommendedModel, recommendedSubject } from '../../../core/recommended/recommended-models'
import { plannedView } from '../../planner/plan/planned-view'

export interface FitHere extends Fit {
  readonly model: RecommendedModel
  readonly freeBytes: number
  /** With all of this computer's memory. Unlike the free memory, it stays the same. */
  readonly alone: Fit
  readonly totalBytes: number
  readonly hasGpu: boolean
  /** The weights that each token reads. null if unknown. */
  readonly bytesPerToken: number | null
}

interface Fit {
  /** The context that the model would run with: the largest that fits, at most `shownTokens`. 0 if no useful context fits. */
  readonly contextTokens: number
  readonly neededBytes: number
}

const shownTokens = 32_768
/** With less, a model forgets what was said a few messages ago. */
const usefulTokens = 2048

/** Up to this many cores count as few. */
const fewCores = 4
/** Each token reads the whole file. With few cores, a larger model would write slowly. */
const mostBytesOnFewCores = 3 * 2 ** 30

export function fitHere(model: RecommendedModel, machine: PlanMachine): FitHere {
  const { ram, vram } = machine
  const subject = recommendedSubject(model)
  const { plan } = viewIn(machine, subject, usefulTokens).bill
  const all = {
    ...machine,
    ram: { ...ram, freeBytes: ram.totalBytes },
    vram: vram && { totalBytes: vram.totalBytes, freeBytes: vram.totalBytes, devices: vram.devices },
  }
  return {
    model,
    ...fitIn(machine, subject),
    freeBytes: ram.freeBytes + (vram?.freeBytes ?? 0),
    alone: fitIn(all, subject),
    totalBytes: ram.totalBytes + (vram?.totalBytes ?? 0),
    hasGpu: vram !== null,
    bytesPerToken: tokenBytes(subject, plan)?.weights ?? null,
  }
}

/** English words. Source: OpenAI, "What are tokens and how to count them?": 1 token is about 3/4 of a word. */
const wordsPerToken = 0.75

/** Estimated from the memory bandwidth, with at most two digits. null if it was not measured, or if a GPU, whose bandwidth is unknown, would run the model. */
export function wordsPerSecond({ hasGpu, bytesPerToken }: FitHere, memory: MemoryBandwidth | null): number | null {
  if (hasGpu || !memory || !bytesPerToken) return null
  const bytesPerSecond = Math.max(...memory.byThreads.map((one) => one.bytesPerSecond))
  const words = (bytesPerSecond / bytesPerToken) * wordsPerToken
  return words < 1 ? 0 : words < 10 ? Math.round(words) : Math.round(words / 5) * 5
}

const viewIn = (machine: PlanMachine, subject: PlanSubject, contextTokens: number) =>
  plannedView(subject, { ...defaultKvSettings, contextTokens }, 'q4_K_M', machine)

function fitIn(machine: PlanMachine, subject: PlanSubject): Fit {
  const viewOf = (contextTokens: number) => viewIn(machine, subject, contextTokens)
  const mostTokens = Math.min(shownTokens, subject.shape.trainedTokens)
  const largest = viewOf(mostTokens).largestContextTokens ?? 0
  const contextTokens = largest < usefulTokens ? 0 : Math.min(mostTokens, largest)
  return { contextTokens, neededBytes: viewOf(contextTokens || usefulTokens).totalBytes }
}

/**
 * `fits` has the smallest model first. Returns the largest model for any task that takes at most a third of the computer's memory and is not too
 * slow for its cores, or else the smallest that fits. undefined if none fits.
 */
export function bestOf(fits: readonly FitHere[], cores: number): FitHere | undefined {
  const fitting = fits.filter(({ model, alone }) => alone.contextTokens > 0 && !model.specialty)
  return fitting.findLast((fit) => fit.alone.neededBytes <= fit.totalBytes / 3 && isQuick(fit, cores)) ?? fitting[0]
}

const isQuick = ({ model, hasGpu }: FitHere, cores: number): boolean => hasGpu || cores > fewCores || model.sizeBytes <= mostBytesOnFewCores

/** The best model with its two neighbors, the best first. */
export function fewOf(fits: readonly FitHere[], best: FitHere | undefined): readonly FitHere[] {
  const general = fits.filter(({ model }) => !model.specialty)
  if (!best) return general.slice(0, 3)
  const at = general.indexOf(best)
  const neighbors = [general[at - 1], general[at + 1], general[at - 2], general[at + 2]].filter((fit) => fit !== undefined)
  return [best, ...neighbors.slice(0, 2)]
}

/** The few that are shown first stay on top. Models for one task come last. */
export function bestFirst(fits: readonly FitHere[], best: FitHere | undefined): readonly FitHere[] {
  const few = fewOf(fits, best)
  const rest = fits.filter((fit) => !few.includes(fit))
  return [...few, ...rest.filter(({ model }) => !model.specialty), ...rest.filter(({ model }) => model.specialty)]
}
