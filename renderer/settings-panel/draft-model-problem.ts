import type { DraftCheck } from '../../core/contract/models/draft'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { describeFailure } from '../../core/copy/failures'

/** Returns no problem if the draft model is already stored. */
export function draftModelProblem(stored: SamplingSettings, edited: SamplingSettings, check: DraftCheck | null): string | undefined {
  const isStored = stored.speculation === edited.speculation && stored.draftModelId === edited.draftModelId
  if (edited.speculation !== 'draft-model' || isStored) return undefined
  if (edited.draftModelId === null) return describeFailure({ code: 'draft-refused', facts: { name: '', reason: { kind: 'none-chosen' } } })
  return check?.failure ? describeFailure(check.failure) : undefined
}
