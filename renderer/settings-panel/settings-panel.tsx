import { useStore } from 'zustand'
import type { ModelFile } from '../../core/contract/models/models'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { copy } from '../../core/copy/copy'
import { appStore } from '../client/app-store'
import { useApp } from '../client/use-app'
import { previewContext } from '../settings/context-preview'
import { firstTypedProblem, typedInKv } from '../settings/number-fields'
import { kvChoices } from '../settings/refused-choices'
import { countOf, differences } from '../settings/setting-reset'
import { changeEdits, editedSettings, editsOf, keepTyped, settingsEditsStore } from '../settings/settings-edits'
import { useCacheShape } from '../settings/use-cache-shape'
import { useMachine } from '../settings/use-machine'
import { type ModelSettings as StoredModelSettings, useStoredSettings } from '../settings/use-stored-settings'
import { Badge } from '../ui/badge'
import { usePreferences } from '../window/preference-store'
import { ApplyFoot } from './apply-foot'
import { ContextField } from './context-field'
import { EditsComparison } from './edits-comparison'
import { EndOfText } from './form/answer-fields'
import { KvForm } from './form/kv-form'
import { PlainFields } from './form/plain-fields'
import { ReasoningForm } from './form/reasoning-form'
import { Resettable, resetsOf } from './form/resettable'
import { SamplingForm } from './form/sampling-form'
import { SettingGroup } from './form/setting-group'
import { SpeculationForm } from './form/speculation-form'
import { ToolCallsForm } from './form/tool-calls-form'
import { useSavedSampling } from './form/use-saved-sampling'
import { lastMeasurable, measurable } from './measurable-edits'
import { PresetSection } from './presets/preset-section'
import { type UsedPreset, useUsedPreset } from './presets/use-used-preset'
import { ServerSettings } from './server/server-settings'
import { unfitSampling } from './unfit-sampling'
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

function SettingsForm({ file, stored }: { readonly file: ModelFile; readonly stored: StoredModelSettings }) {
  const edits = useStore(settingsEditsStore, (all) => editsOf(all, file.id))
  const model = useApp((state) => state.app?.model)
  const shape = useCacheShape(file.id)
  const machine = useMachine(model?.status)
  const details = usePreferences((values) => values.details)
  const edited = editedSettings(stored, edits)
  const preview = previewContext(shape, edited.kv, model, machine)
  const draftModelCheck = useDraftModelCheck(file.id, edited.sampling, edited.kv, preview)
  const unfit = unfitSampling(stored.sampling, edited.sampling, draftModelCheck)
  const samplingTrouble = useSavedSampling({
    key: file.id,
    stored,
    edits,
    unfit,
    save: (change) => appStore.getState().host?.models.changeSampling({ modelId: file.id, change }),
  })
  const last = lastMeasurable(stored.kv, edited.kv)
  const typedProblem = firstTypedProblem(typedInKv(edits.typed))
  const isComparable = last && !preview.problem && typedProblem === undefined
  const comparison = isComparable
    ? { below: last, element: <EditsComparison modelId={file.id} current={stored.kv} edited={measurable(stored.kv, edited.kv)} /> }
    : null
  const form = {
    typed: edits.typed,
    onTyped: (field: string, text: string | null) => keepTyped(file.id, field, text),
  }
  const changeKv = (kv: Partial<KvSettings>) => changeEdits(file.id, stored, { kv })
  const sampling = {
    ...form,
    value: edited.sampling,
    onChange: (change: Partial<SamplingSettings>) => changeEdits(file.id, stored, { sampling: change }),
  }
  const found = differences(edited, stored.defaults)
  const used = useUsedPreset(file.id, edited)
  const context = <ContextField {...form} value={edited.kv} shape={shape} preview={preview} isPlain={!details} onChange={changeKv} />
  const all = (
    <Resettable
      found={found}
      onReset={(names) => {
        for (const name of names) keepTyped(file.id, name, null)
        changeEdits(file.id, stored, resetsOf(names, found, kvChoices(shape, edited.kv).typesAreOne))
      }}
    >
      {details && context}
      <PresetSection
        modelId={file.id}
        stored={stored}
        edited={edited}
        used={used}
        isReadable={firstTypedProblem(edits.typed) === undefined}
      />
      <SamplingForm {...sampling} isPlain={!details} />
      <ReasoningForm {...sampling} />
      <ToolCallsForm {...sampling} />
      <SettingGroup
        of="cache"
        changed={countOf(found, isInCacheGroup)}
        summary={copy.settings.cacheSummary(edited.kv.keyType, edited.kv.valueType)}
      >
        <KvForm {...form} value={edited.kv} shape={shape} preview={preview} comparison={comparison} onChange={changeKv} />
      </SettingGroup>
      <SettingGroup of="advanced" changed={countOf(found, isAdvanced)} summary={copy.settings.advancedSummary}>
        <SpeculationForm {...sampling} file={file} shape={shape} check={draftModelCheck} />
        <EndOfText {...sampling} />
      </SettingGroup>
    </Resettable>
  )
  return (
    <div className="flex min-h-full flex-col text-[13px]">
      <div className="flex-1 px-4 py-3">
        <p className="mb-2 truncate text-faint" title={`${file.name}\n${file.path}`}>
          {file.name}
        </p>
        {used && <CurrentPreset {...used} />}
        {details ? (
          all
        ) : (
          <>
            <PlainFields value={edited.sampling} defaults={stored.defaults} onChange={sampling.onChange} />
            {context}
            <SettingGroup of="all" changed={Object.keys(found).length}>
              {all}
            </SettingGroup>
          </>
        )}
      </div>
      <ApplyFoot
        modelId={file.id}
        stored={stored}
        edited={edited}
        edits={edits}
        shape={shape}
        preview={preview}
        draftModelCheck={draftModelCheck}
        problem={typedProblem ?? preview.problem?.text}
        samplingTrouble={samplingTrouble}
      />
    </div>
  )
}

function CurrentPreset({ preset: { name }, changed }: UsedPreset) {
  const text = copy.settings.presets
  return (
    <p className="-mt-1 mb-2 flex items-center gap-2" title={changed.length > 0 ? text.differs(name, changed) : name}>
      <span className="min-w-0 truncate">{text.current(name)}</span>
      {changed.length > 0 && <Badge className="bg-accent-soft text-ink">{text.modified}</Badge>}
    </p>
  )
}

const isInCacheGroup = (name: string): boolean => name in defaultKvSettings && name !== 'contextTokens'
const isAdvanced = (name: string): boolean => ['speculation', 'draftModelId', 'draftMax', 'draftPMin', 'ignoreEndOfText'].includes(name)
