import type { AppState } from '../../../core/contract/app/app-state'
import { mostAnswers } from '../../../core/contract/settings/setting-ranges'

export const answerCounts: readonly number[] = Array.from({ length: mostAnswers }, (_, index) => index + 1)

/** Returns 0 if no context is loaded. */
export function missingSequences(count: number, model: AppState['model'] | undefined): number {
  if (count < 2 || model?.status !== 'ready') return 0
  return Math.max(0, count - model.context.sequences)
}

export const areAnswersEqual = (temperature: number | undefined): boolean => temperature === 0
