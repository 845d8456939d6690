import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { type RecommendedModel, recommendedSubject } from '../../../core/recommended/recommended-models'
import { plannedView } from '../../planner/plan/planned-view'

export interface FitHere {
  readonly model: RecommendedModel
  /** The context that the model would run with: the largest that fits, at most `shownTokens`. 0 if no useful context fits. */
  readonly contextTokens: number
  readonly neededBytes: number
  readonly freeBytes: number
}

const shownTokens = 32_768
/** With less, a model forgets what was said a few messages ago. */
const usefulTokens = 2048

export function fitHere(model: RecommendedModel, machine: PlanMachine): FitHere {
  const subject = recommendedSubject(model)
  const viewOf = (contextTokens: number) => plannedView(subject, { ...defaultKvSettings, contextTokens }, 'q4_K_M', machine)
  const mostTokens = Math.min(shownTokens, subject.shape.trainedTokens)
  const largest = viewOf(mostTokens).largestContextTokens ?? 0
  const contextTokens = largest < usefulTokens ? 0 : Math.min(mostTokens, largest)
  return {
    model,
    contextTokens,
    neededBytes: viewOf(contextTokens || usefulTokens).totalBytes,
    freeBytes: machine.ram.freeBytes + (machine.vram?.freeBytes ?? 0),
  }
}

/**
 * `fits` has the smallest model first. Returns the largest model for any task that takes at most half of the free memory, or else the smallest that fits.
 * undefined if none fits.
 */
export function bestOf(fits: readonly FitHere[]): FitHere | undefined {
  const fitting = fits.filter(({ model, contextTokens }) => contextTokens > 0 && !model.specialty)
  return fitting.findLast(({ neededBytes, freeBytes }) => neededBytes <= freeBytes / 2) ?? fitting[0]
}

/** The best model with its two neighbors, the best first. */
export function fewOf(fits: readonly FitHere[], best: FitHere | undefined): readonly FitHere[] {
  if (!best) return fits.slice(0, 3)
  const at = fits.indexOf(best)
  const neighbors = [fits[at - 1], fits[at + 1], fits[at - 2], fits[at + 2]].filter((fit) => fit !== undefined)
  return [best, ...neighbors.slice(0, 2)]
}

/** The few that are shown first stay on top. */
export function bestFirst(fits: readonly FitHere[], best: FitHere | undefined): readonly FitHere[] {
  const few = fewOf(fits, best)
  return [...few, ...fits.filter((fit) => !few.includes(fit))]
}
