import { coded } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import type { DraftRefusal } from '../../core/contract/errors/settings-reasons'
import type { DraftBill } from '../../core/contract/models/draft'
import type { ModelFile } from '../../core/contract/models/models'
import { planSubjectOf } from '../../core/plan/plan-subject'
import { draftBillOf } from '../../core/speculation/draft-bill'
import type { DraftedContext } from '../../core/speculation/draft-settings'
import { keepsState } from '../../core/speculation/keeps-state'
import { vocabularyDifference } from '../../core/speculation/vocabulary'
import { checkModelFile } from './header/check-model-file'
import { readVocabulary } from './header/read-vocabulary'

type File = Pick<ModelFile, 'path' | 'name'>

/** Throws `draft-refused`, and file and GGUF errors. */
export async function assertCanDraft(draft: File, main: File): Promise<void> {
  const { header } = await checkModelFile(draft.path)
  const refuse = (reason: DraftRefusal) => coded('draft-refused', { name: draft.name, reason })
  if (keepsState(planSubjectOf(header, draft.name).shape)) throw refuse({ kind: 'recurrent-state' })
  const [drafts, mains] = await Promise.all([readVocabulary(draft.path), readVocabulary(main.path)])
  const difference = drafts && mains ? vocabularyDifference(drafts, mains) : null
  if (difference) throw refuse({ kind: 'other-vocabulary', difference })
}

/** Throws `draft-load-failed`, and file and GGUF errors. */
export async function billForDraft({ path, name }: File, context: DraftedContext): Promise<DraftBill> {
  const { header } = await checkModelFile(path)
  const { bill, refused } = draftBillOf(planSubjectOf(header, name), context)
  if (refused) {
    const failure: Failure = { code: 'settings-refused', facts: { reason: refused.reason } }
    throw coded('draft-load-failed', { name, reason: { kind: 'failure', failure } })
  }
  return bill
}
