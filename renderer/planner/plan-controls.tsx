import { useState } from 'react'
import { useStore } from 'zustand'
import type { KvType } from '../../core/contract/settings/kv-types'
import { copy } from '../../core/copy/copy'
import { wantedContextTokens } from '../../core/kv/kv-settings-plan'
import { hasSlidingLayers } from '../../core/kv/layer-kinds'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { fileTypeBits, fileTypes } from '../../core/plan/weights/file-types'
import { hasFullLayers } from '../../core/plan/what-if/sink-window'
import { typeChoices } from '../settings/kv-type-choices'
import { NumberSetting } from '../settings/number-setting'
import { kvChoices } from '../settings/refused-choices'
import { batchStops, contextStops, sequenceStops, trainedStop } from '../settings/stops'
import { Choice } from '../ui/controls/choice'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { Explained } from '../ui/explained'
import { SettingRow } from '../ui/fields/setting-row'
import type { PlannerSettings } from './plan/planner-settings'
import { plannerStore, setFileType, setSettings } from './plan/planner-store'
import { SliderSetting } from './slider-setting'
import { MachineControls } from './what-if/machine-controls'
import { ShapeControls } from './what-if/shape-controls'
import { SinkControls } from './what-if/sink-controls'

export function PlanControls({ subject }: { readonly subject: PlanSubject }) {
  const settings = useStore(plannerStore, (state) => state.settings)
  const fileType = useStore(plannerStore, (state) => state.fileType)
  const hasGpu = useStore(plannerStore, (state) =>
    state.whatIf.machine ? state.whatIf.machine.vramBytes.length > 0 : Boolean(state.machine?.vram),
  )
  const [typedLayers, setTypedLayers] = useState<string | null>(null)
  const { shape } = subject
  const { refusal, typesAreOne } = kvChoices(shape, settings)
  const contextTokens = wantedContextTokens(settings, shape)
  const slides = hasSlidingLayers(shape)
  const texts = copy.planner.settings
  const keyChange = (keyType: KvType) => (typesAreOne ? { keyType, valueType: keyType } : { keyType })
  const valueChange = (valueType: KvType) => (typesAreOne ? { keyType: valueType, valueType } : { valueType })
  return (
    <fieldset className="mt-4 flex flex-col gap-1 text-[13px]">
      <legend className="sr-only">{texts.legend}</legend>
      <MachineControls />
      <SliderSetting
        field="contextTokens"
        explanation={texts.contextMeaning(shape.trainedTokens)}
        stops={contextStops(shape.trainedTokens)}
        markedFrom={trainedStop(contextStops(shape.trainedTokens), shape.trainedTokens)}
        value={contextTokens}
        onChange={(tokens) => setSettings({ contextTokens: tokens })}
      />
      {shape.trainedTokens > 0 && contextTokens > shape.trainedTokens && (
        <p className="-mt-1 pb-1 text-[12px] text-warning leading-snug">{texts.longerThanTrained(shape.trainedTokens)}</p>
      )}
      <SliderSetting
        field="sequences"
        explanation={texts.sequencesMeaning}
        stops={sequenceStops}
        value={settings.sequences}
        onChange={(sequences) => setSettings({ sequences })}
      />
      <SliderSetting
        field="batchTokens"
        explanation={texts.batchMeaning}
        stops={batchStops}
        value={settings.batchTokens}
        onChange={(batchTokens) => setSettings({ batchTokens })}
      />
      <SettingRow name={texts.keyType.name} explanation={texts.keyType.meaning(typesAreOne)}>
        <Choice
          label={texts.keyType.name}
          value={settings.keyType}
          options={typeChoices((type) => refusal(keyChange(type)))}
          onChange={(type) => setSettings(keyChange(type))}
        />
      </SettingRow>
      <SettingRow name={texts.valueType.name} explanation={texts.valueType.meaning(typesAreOne)}>
        <Choice
          label={texts.valueType.name}
          value={settings.valueType}
          options={typeChoices((type) => refusal(valueChange(type)))}
          onChange={(type) => setSettings(valueChange(type))}
        />
      </SettingRow>
      <SettingRow name={texts.flashAttention.name} explanation={texts.flashAttention.meaning}>
        <Choice
          label={texts.flashAttention.name}
          value={settings.flashAttention}
          options={flashChoices.map((value) => ({
            value,
            label: texts.flashAttention.options[value],
            refused: refusal({ flashAttention: value }),
          }))}
          onChange={(flashAttention) => setSettings({ flashAttention })}
        />
      </SettingRow>
      <div className="flex items-center justify-between gap-3 py-1">
        <Explained
          by={slides ? texts.fullWindow.meaning : texts.fullWindow.noSlidingLayers}
          className={slides ? 'text-soft' : 'text-faint'}
        >
          {texts.fullWindow.name}
        </Explained>
        <ToggleSwitch
          label={texts.fullWindow.name}
          checked={settings.swaFullCache}
          disabled={!slides}
          onChange={(swaFullCache) => setSettings({ swaFullCache })}
        />
      </div>
      {!subject.weights && subject.elements && (
        <SettingRow name={texts.weights.name} explanation={texts.weights.meaning}>
          <Choice
            label={texts.weights.label}
            value={fileType}
            options={fileTypes.map((type) => ({ value: type, label: type, note: texts.weights.bits(fileTypeBits[type]) }))}
            onChange={setFileType}
          />
        </SettingRow>
      )}
      {hasGpu && (
        <NumberSetting
          field="gpuLayers"
          label={texts.gpuLayers.name}
          explanation={texts.gpuLayers.meaning}
          value={settings.gpuLayers === 'auto' ? null : settings.gpuLayers}
          typed={typedLayers ?? undefined}
          onTyped={setTypedLayers}
          onChange={(layers) => setSettings({ gpuLayers: layers ?? 'auto' })}
          placeholder={texts.gpuLayers.placeholder}
        />
      )}
      {hasFullLayers(shape) && <SinkControls />}
      <ShapeControls subject={subject} />
    </fieldset>
  )
}

const flashChoices: readonly PlannerSettings['flashAttention'][] = ['auto', 'on', 'off']
