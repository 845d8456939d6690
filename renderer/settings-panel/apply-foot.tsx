import { useState } from 'react'
import type { ModelStatus } from '../../core/contract/app/app-state'
import type { DraftCheck } from '../../core/contract/models/draft'
import { copy } from '../../core/copy/copy'
import { sentenceOf } from '../../core/copy/failures'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'
import { useApp } from '../client/use-app'
import type { ContextPreview } from '../settings/context-preview'
import { firstTypedProblem, typedInKv } from '../settings/number-fields'
import { changedMeanwhile, discardEdits, type SettingsEdits, type StoredSettings } from '../settings/settings-edits'
import { Alert, FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { CachePreview } from './cache-preview'
import { DraftModelPreview } from './draft-model-preview'
import { EndAnswerDialog } from './end-answer-dialog'

export interface ApplyFootProps {
  readonly modelId: string
  readonly stored: StoredSettings
  readonly edited: StoredSettings
  readonly edits: SettingsEdits
  readonly shape: CacheShape | null
  readonly preview: ContextPreview
  readonly draftModelCheck: DraftCheck | null
  /** Of the KV settings. */
  readonly problem: string | undefined
  /** Why the sampling settings were not stored. */
  readonly samplingTrouble: ShownFailure | undefined
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

export function ApplyFoot({ modelId, stored, edited, edits, shape, preview, draftModelCheck, problem, samplingTrouble }: ApplyFootProps) {
  const model = useApp((state) => state.app?.model)
  const isAnswering = useApp((state) => (state.app?.turns.length ?? 0) > 0)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const [isAsking, setAsking] = useState(false)
  // The question makes sense only while an answer is running.
  if (isAsking && !isAnswering) setAsking(false)
  const isChanged = !isSame(stored.kv, edited.kv)
  const typed = typedInKv(edits.typed)
  const hasTyped = Object.keys(typed).length > 0
  const isReadable = firstTypedProblem(typed) === undefined
  const isLoading = model?.status === 'loading'
  const text = copy.settings.apply
  const theirs = changedMeanwhile(stored.kv, edits)

  const apply = async () => {
    setAsking(false)
    try {
      await appStore.getState().host?.models.saveKv({ modelId, kv: edited.kv })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <form
      className="sticky bottom-0 flex flex-col gap-2 border-line border-t bg-panel p-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isAnswering) setAsking(true)
        else void apply()
      }}
    >
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      {samplingTrouble && <FailureAlert failure={samplingTrouble} />}
      <FailedSettings modelId={modelId} model={model} stored={stored} />
      {isChanged && theirs.length > 0 && (
        <Alert tone="warning" sentence={text.meanwhile(theirs)}>
          <Button onClick={() => discardEdits(modelId)}>{text.discard}</Button>
        </Alert>
      )}
      {draftModelCheck?.bill && !draftModelCheck.failure && <DraftModelPreview bill={draftModelCheck.bill} />}
      <CachePreview stored={stored.kv} edited={edited.kv} shape={shape} preview={preview} recreates={isChanged && isReadable} />
      {problem && (
        <p
          role="status"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="max-h-32 overflow-y-auto text-danger leading-snug [overflow-wrap:anywhere]"
        >
          {problem}
        </p>
      )}
      {(isChanged || hasTyped || isLoading) && (
        <div className="flex gap-2">
          <Button look="primary" type="submit" disabled={!isChanged || problem !== undefined || isLoading} className="flex-1">
            {isLoading ? text.creating : text.apply}
          </Button>
          <Button disabled={!isChanged && !hasTyped} onClick={() => discardEdits(modelId)}>
            {text.undo}
          </Button>
        </div>
      )}
      <EndAnswerDialog isOpen={isAsking} onClose={() => setAsking(false)} onApply={() => void apply()} />
    </form>
  )
}

/** Settings with which loading failed are not stored. */
function FailedSettings({
  modelId,
  model,
  stored,
}: {
  readonly modelId: string
  readonly model: ModelStatus | undefined
  readonly stored: StoredSettings
}) {
  if (model?.status !== 'failed' || isSame(model.settings, stored.kv)) return null
  const goBack = () => {
    discardEdits(modelId)
    void appStore.getState().host?.models.load({ modelId })
  }
  return (
    <Alert tone="danger" sentence={copy.settings.apply.failed(sentenceOf(model.failure).what)}>
      <Button onClick={goBack}>{copy.settings.apply.restore}</Button>
    </Alert>
  )
}
