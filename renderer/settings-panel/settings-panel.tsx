import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ModelFile } from '../../core/contract/models/models'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { previewContext } from '../settings/context-preview'
import { firstTypedProblem } from '../settings/number-fields'
import {
  changeEdits,
  discardEdits,
  editedSettings,
  editsOf,
  keepTyped,
  type StoredSettings,
  settingsEditsStore,
} from '../settings/settings-edits'
import { useCacheShape } from '../settings/use-cache-shape'
import { useMachine } from '../settings/use-machine'
import { useStoredSettings } from '../settings/use-stored-settings'
import { ApplyFoot } from './apply-foot'
import { draftModelProblem } from './draft-model-problem'
import { EditsComparison } from './edits-comparison'
import { grammarState } from './form/grammar-problem'
import { KvForm } from './form/kv-form'
import { ReasoningForm } from './form/reasoning-form'
import { SamplingForm } from './form/sampling-form'
import { ToolCallsForm } from './form/tool-calls-form'
import { lastMeasurable, measurable } from './measurable-edits'
import { PresetSection } from './presets/preset-section'
import { ServerSettings } from './server/server-settings'
import { useDraftModelCheck } from './use-draft-model-check'

export function SettingsPanel() {
  const model = useApp(({ app }) => app?.model)
  if (model?.status === 'server') return <ServerSettings server={model.server} />
  const file = model && model.status !== 'none' ? model.file : null
  if (!file) return <p className="p-4 text-[13px] text-faint">{copy.settings.noModel}</p>
  return <ModelSettings key={file.id} file={file} />
}

function ModelSettings({ file }: { readonly file: ModelFile }) {
  const stored = useStoredSettings(file.id)
  if (!stored) return null
  return <SettingsForm file={file} stored={stored} />
}

function SettingsForm({ file, stored }: { readonly file: ModelFile; readonly stored: StoredSettings }) {
  const edits = useStore(settingsEditsStore, (all) => editsOf(all, file.id))
  const model = useApp((state) => state.app?.model)
  const shape = useCacheShape(file.id)
  const machine = useMachine(model?.status)
  const edited = editedSettings(stored, edits)
  const preview = previewContext(shape, edited.kv, model, machine)
  const draftModelCheck = useDraftModelCheck(file.id, edited.sampling, edited.kv, preview)
  useForgottenOnceStored(file.id, stored)
  const last = lastMeasurable(stored.kv, edited.kv)
  const isComparable = last && !preview.problem && firstTypedProblem(edits.typed) === undefined
  const comparison = isComparable
    ? { below: last, element: <EditsComparison modelId={file.id} current={stored.kv} edited={measurable(stored.kv, edited.kv)} /> }
    : null
  const form = {
    typed: edits.typed,
    onTyped: (field: string, text: string | null) => keepTyped(file.id, field, text),
  }
  return (
    <div className="flex min-h-full flex-col text-[13px]">
      <div className="flex-1 px-4 py-3">
        <p className="mb-2 truncate text-faint" title={`${file.name}\n${file.path}`}>
          {file.name}
        </p>
        <PresetSection modelId={file.id} stored={stored} edited={edited} isReadable={firstTypedProblem(edits.typed) === undefined} />
        <KvForm
          {...form}
          value={edited.kv}
          shape={shape}
          preview={preview}
          comparison={comparison}
          onChange={(kv) => changeEdits(file.id, stored, { kv })}
        />
        <ReasoningForm {...form} value={edited.sampling} onChange={(sampling) => changeEdits(file.id, stored, { sampling })} />
        <ToolCallsForm value={edited.sampling} onChange={(sampling) => changeEdits(file.id, stored, { sampling })} />
        <SamplingForm
          {...form}
          file={file}
          value={edited.sampling}
          draftModelCheck={draftModelCheck}
          shape={shape}
          onChange={(sampling) => changeEdits(file.id, stored, { sampling })}
        />
      </div>
      <ApplyFoot
        modelId={file.id}
        stored={stored}
        edited={edited}
        edits={edits}
        shape={shape}
        preview={preview}
        draftModelCheck={draftModelCheck}
        problem={
          firstTypedProblem(edits.typed) ??
          preview.problem?.text ??
          draftModelProblem(stored.sampling, edited.sampling, draftModelCheck) ??
          (edited.sampling.grammar ? grammarState(edited.sampling.grammar).problem : undefined)
        }
      />
    </div>
  )
}

function useForgottenOnceStored(modelId: string, stored: StoredSettings): void {
  useEffect(() => {
    const edits = editsOf(settingsEditsStore.getState(), modelId)
    const isStored = JSON.stringify(editedSettings(stored, edits)) === JSON.stringify(stored)
    if (edits.base && isStored && Object.keys(edits.typed).length === 0) discardEdits(modelId)
  }, [modelId, stored])
}
