import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { DraftModelProposer } from '../speculation/draft-proposer'
import { type Proposer, promptLookup } from '../speculation/proposer'
import type { TurnPlace } from './turn-place'

/** Returns undefined if drafting is off or there is no draft model; the turn then runs without drafts. */
export function proposerFor({ draft, loaded }: TurnPlace, sampling: SamplingSettings): Proposer | undefined {
  switch (sampling.speculation) {
    case 'off':
      return undefined
    case 'prompt-lookup':
      return promptLookup
    case 'draft-model':
      return draft && new DraftModelProposer(draft, { pMin: sampling.draftPMin, vocabularyTokens: loaded.description.vocabularyTokens })
  }
}
