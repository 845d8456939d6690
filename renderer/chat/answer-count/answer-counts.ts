/** What stands in the way of so many answers at once, before anybody asks the host. */
import type { AppState } from '../../../core/contract/app/app-state'
import { mostAnswers } from '../../../core/contract/settings/setting-ranges'

export const answerCounts: readonly number[] = Array.from({ length: mostAnswers }, (_, index) => index + 1)

/** Sequences that the context lacks for so many answers; 0: it has them, or there is none. */
export function missingSequences(count: number, model: AppState['model'] | undefined): number {
  if (count < 2 || model?.status !== 'ready') return 0
  return Math.max(0, count - model.context.sequences)
}

/** Why more than one answer cannot be chosen, or undefined. `temperature`: undefined while it is not known. */
export const refusedCounts = (temperature: number | undefined): string | undefined =>
  temperature === 0 ? 'At temperature 0 all answers would be the same. Raise it in the settings.' : undefined
