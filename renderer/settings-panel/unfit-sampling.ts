import type { DraftCheck } from '../../core/contract/models/draft'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { grammarState } from './form/grammar-problem'

/** The settings that cannot be stored yet. A draft model that is stored already stays, even if its file is gone. */
export function unfitSampling(
  stored: SamplingSettings,
  edited: SamplingSettings,
  check: DraftCheck | null,
): readonly (keyof SamplingSettings)[] {
  const unfit: (keyof SamplingSettings)[] = []
  if (edited.grammar && grammarState(edited.grammar).problem !== undefined) unfit.push('grammar')
  const isStored = stored.speculation === edited.speculation && stored.draftModelId === edited.draftModelId
  const drafts = edited.speculation === 'draft-model' && !isStored
  if (drafts && (edited.draftModelId === null || !check || check.failure)) unfit.push('speculation', 'draftModelId')
  return unfit
}
