import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ModelFile } from '../../core/contract/models/models'
import { useApp } from '../client/use-app'
import { contextOutlook } from '../settings/context-outlook'
import { firstTypedProblem } from '../settings/number-fields'
import { changeDraft, draftOf, draftStore, editedSettings, forgetDraft, keepTyped, type StoredSettings } from '../settings/settings-draft'
import { useCacheShape } from '../settings/use-cache-shape'
import { useMachine } from '../settings/use-machine'
import { useStoredSettings } from '../settings/use-stored-settings'
import { ApplyFoot } from './apply-foot'
import { draftProblem } from './draft-problem'
import { KvForm } from './form/kv-form'
import { SamplingForm } from './form/sampling-form'
import { useDraftCheck } from './use-draft-check'

/** The settings of the model shown; changes take effect when applied. */
export function SettingsPanel() {
  const file = useApp(({ app }) => (app && app.model.status !== 'none' ? app.model.file : null))
  if (!file) return <p className="p-4 text-[13px] text-faint">Settings belong to a model. Choose one first.</p>
  return <ModelSettings key={file.id} file={file} />
}

function ModelSettings({ file }: { readonly file: ModelFile }) {
  const stored = useStoredSettings(file.id)
  if (!stored) return null
  return <SettingsForm file={file} stored={stored} />
}

function SettingsForm({ file, stored }: { readonly file: ModelFile; readonly stored: StoredSettings }) {
  const draft = useStore(draftStore, (all) => draftOf(all, file.id))
  const model = useApp((state) => state.app?.model)
  const shape = useCacheShape(file.id)
  const machine = useMachine(model?.status)
  const edited = editedSettings(stored, draft)
  const outlook = contextOutlook(shape, edited.kv, model, machine)
  const draftCheck = useDraftCheck(file.id, edited.sampling, edited.kv, outlook)
  useForgottenOnceStored(file.id, stored)
  const form = {
    typed: draft.typed,
    onTyped: (field: string, text: string | null) => keepTyped(file.id, field, text),
  }
  return (
    <div className="flex min-h-full flex-col text-[13px]">
      <div className="flex-1 px-4 py-3">
        <p className="mb-2 truncate text-faint" title={`${file.name}\n${file.path}`}>
          {file.name}
        </p>
        <KvForm {...form} value={edited.kv} shape={shape} outlook={outlook} onChange={(kv) => changeDraft(file.id, stored, { kv })} />
        <SamplingForm
          {...form}
          file={file}
          value={edited.sampling}
          draftCheck={draftCheck}
          shape={shape}
          onChange={(sampling) => changeDraft(file.id, stored, { sampling })}
        />
      </div>
      <ApplyFoot
        modelId={file.id}
        stored={stored}
        edited={edited}
        draft={draft}
        shape={shape}
        outlook={outlook}
        draftCheck={draftCheck}
        problem={firstTypedProblem(draft.typed) ?? outlook.problem?.text ?? draftProblem(stored.sampling, edited.sampling, draftCheck)}
      />
    </div>
  )
}

function useForgottenOnceStored(modelId: string, stored: StoredSettings): void {
  useEffect(() => {
    const draft = draftOf(draftStore.getState(), modelId)
    const isStored = JSON.stringify(editedSettings(stored, draft)) === JSON.stringify(stored)
    if (draft.base && isStored && Object.keys(draft.typed).length === 0) forgetDraft(modelId)
  }, [modelId, stored])
}
