import { useEffect, useState } from 'react'
import type { DraftCheck } from '../../core/contract/models/draft'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { useApp } from '../client/use-app'
import type { ContextPreview } from '../settings/context-preview'

/** null while loading, or without a draft model. */
export function useDraftModelCheck(
  modelId: string,
  { speculation, draftModelId }: SamplingSettings,
  { sequences, batchTokens }: KvSettings,
  { choice }: ContextPreview,
): DraftCheck | null {
  const host = useApp((state) => state.host)
  const draftId = speculation === 'draft-model' ? draftModelId : null
  const contextTokens = choice?.kind === 'fits' ? choice.contextTokens : null
  const [check, setCheck] = useState<{ readonly of: string; readonly check: DraftCheck } | null>(null)
  useEffect(() => {
    if (draftId === null || contextTokens === null) return
    let isCurrent = true
    // If the check fails, the host still refuses an unsuitable draft model.
    host?.models.checkDraft({ modelId, draftModelId: draftId, contextTokens, sequences, batchTokens }).then(
      (found) => isCurrent && setCheck({ of: draftId, check: found }),
      (error: unknown) => console.warn('draft', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId, draftId, contextTokens, sequences, batchTokens])
  return draftId !== null && check?.of === draftId ? check.check : null
}
