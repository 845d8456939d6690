/** Obstacles to several answers at once, checked before the host is asked. */
import type { AppState } from '../../../core/contract/app/app-state'
import { mostAnswers } from '../../../core/contract/settings/setting-ranges'

export const answerCounts: readonly number[] = Array.from({ length: mostAnswers }, (_, index) => index + 1)

/** Sequences that the context lacks for this many answers; 0: enough, or no context. */
export function missingSequences(count: number, model: AppState['model'] | undefined): number {
  if (count < 2 || model?.status !== 'ready') return 0
  return Math.max(0, count - model.context.sequences)
}

/** Returns why several answers cannot be chosen; undefined: they can. `temperature` undefined: not known yet. */
export const refusedCounts = (temperature: number | undefined): string | undefined =>
  temperature === 0 ? 'At temperature 0 all answers would be the same. Raise it in the settings.' : undefined
