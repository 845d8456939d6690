import { useState } from 'react'
import { useStore } from 'zustand'
import type { KvType } from '../../core/contract/settings/kv-types'
import { wantedContextTokens } from '../../core/kv/kv-settings-plan'
import type { PlanSubject } from '../../core/plan/plan-subject'
import { formatCount } from '../../core/text/amounts'
import { typeChoices } from '../settings/kv-type-choices'
import { NumberSetting } from '../settings/number-setting'
import { kvChoices } from '../settings/refused-choices'
import { batchStops, contextStops, sequenceStops } from '../settings/stops'
import { Choice } from '../ui/controls/choice'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { Explained } from '../ui/explained'
import { SettingRow } from '../ui/fields/setting-row'
import { hasSlidingLayers } from './plan/layer-kinds'
import type { PlannerSettings } from './plan/planner-settings'
import { plannerStore, setSettings, setWeightType } from './plan/planner-store'
import { weightBits, weightTypes } from './plan/weight-types'
import { SliderSetting } from './slider-setting'

export function PlanControls({ subject }: { readonly subject: PlanSubject }) {
  const settings = useStore(plannerStore, (state) => state.settings)
  const weightType = useStore(plannerStore, (state) => state.weightType)
  const hasGpu = useStore(plannerStore, (state) => Boolean(state.machine?.vram))
  const [typedLayers, setTypedLayers] = useState<string | null>(null)
  const { shape } = subject
  const { refusal, typesAreOne } = kvChoices(shape, settings)
  const contextTokens = wantedContextTokens(settings, shape)
  const slides = hasSlidingLayers(shape)
  const both = typesAreOne ? ' This model stores K and V as one, so both have the same type.' : ''
  const keyChange = (keyType: KvType) => (typesAreOne ? { keyType, valueType: keyType } : { keyType })
  const valueChange = (valueType: KvType) => (typesAreOne ? { keyType: valueType, valueType } : { valueType })
  return (
    <fieldset className="mt-4 flex flex-col gap-1 text-[13px]">
      <legend className="sr-only">Settings to plan with</legend>
      <SliderSetting
        field="contextTokens"
        name="Context"
        unit="tokens"
        explanation={`Tokens that one sequence can hold.${shape.trainedTokens > 0 ? ` The model was trained for ${formatCount(shape.trainedTokens)}.` : ''} llama.cpp rounds up to 256 cells.`}
        stops={contextStops(shape.trainedTokens)}
        value={contextTokens}
        onChange={(tokens) => setSettings({ contextTokens: tokens })}
      />
      {shape.trainedTokens > 0 && contextTokens > shape.trainedTokens && (
        <p className="-mt-1 pb-1 text-[12px] text-warning leading-snug">
          Longer than the {formatCount(shape.trainedTokens)} tokens that the model was trained for.
        </p>
      )}
      <SliderSetting
        field="sequences"
        name="Sequences"
        unit="sequences"
        explanation="Conversations that keep their cache at the same time. Each one costs a whole cache."
        stops={sequenceStops}
        value={settings.sequences}
        onChange={(sequences) => setSettings({ sequences })}
      />
      <SliderSetting
        field="batchTokens"
        name="Batch"
        unit="tokens"
        explanation="Prompt tokens processed at once. It enlarges compute buffers and sliding-window caches."
        stops={batchStops}
        value={settings.batchTokens}
        onChange={(batchTokens) => setSettings({ batchTokens })}
      />
      <SettingRow name="K type" explanation={`How keys are stored.${both}`}>
        <Choice
          label="K type"
          value={settings.keyType}
          options={typeChoices((type) => refusal(keyChange(type)))}
          onChange={(type) => setSettings(keyChange(type))}
        />
      </SettingRow>
      <SettingRow name="V type" explanation={`How values are stored. A quantized type needs flash attention.${both}`}>
        <Choice
          label="V type"
          value={settings.valueType}
          options={typeChoices((type) => refusal(valueChange(type)))}
          onChange={(type) => setSettings(valueChange(type))}
        />
      </SettingRow>
      <SettingRow name="Flash attention" explanation="Attention tile by tile, without the whole score matrix. Needed for a quantized V.">
        <Choice
          label="Flash attention"
          value={settings.flashAttention}
          options={flashChoices.map(({ value, label }) => ({ value, label, refused: refusal({ flashAttention: value }) }))}
          onChange={(flashAttention) => setSettings({ flashAttention })}
        />
      </SettingRow>
      <div className="flex items-center justify-between gap-3 py-1">
        <Explained
          by={
            slides
              ? 'Gives sliding layers a cache as long as the context: more memory, but any earlier point can be reused.'
              : 'This model has no sliding layers, so there is nothing to enlarge.'
          }
          className={slides ? 'text-soft' : 'text-faint'}
        >
          Full sliding-window cache
        </Explained>
        <ToggleSwitch
          label="Full sliding-window cache"
          checked={settings.swaFullCache}
          disabled={!slides}
          onChange={(swaFullCache) => setSettings({ swaFullCache })}
        />
      </div>
      {!subject.weights && subject.parameters !== null && (
        <SettingRow
          name="Weights"
          explanation="A preset has no tensors to count: their bytes are estimated as parameters times bits of this type."
        >
          <Choice
            label="Type of the weights"
            value={weightType}
            options={weightTypes.map((type) => ({ value: type, label: type, note: `${weightBits[type]} bits per weight` }))}
            onChange={setWeightType}
          />
        </SettingRow>
      )}
      {hasGpu && (
        <NumberSetting
          field="gpuLayers"
          label="GPU layers"
          explanation="Layers whose weights and cache are on the GPU. Left empty: as many as fit."
          value={settings.gpuLayers === 'auto' ? null : settings.gpuLayers}
          typed={typedLayers ?? undefined}
          onTyped={setTypedLayers}
          onChange={(layers) => setSettings({ gpuLayers: layers ?? 'auto' })}
          placeholder="automatic"
        />
      )}
    </fieldset>
  )
}

const flashChoices: readonly { readonly value: PlannerSettings['flashAttention']; readonly label: string }[] = [
  { value: 'auto', label: 'automatic' },
  { value: 'on', label: 'on' },
  { value: 'off', label: 'off' },
]
