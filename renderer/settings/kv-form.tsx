import type { KvSettings } from '../../core/contract/kv-settings'
import { type GpuBackend, gpuBackends, type KvType } from '../../core/contract/kv-types'
import type { ModelFile } from '../../core/contract/models'
import type { CacheShape } from '../../core/kv/cache-shape'
import { formatCount } from '../../core/text/amounts'
import { Choice } from '../ui/choice'
import { NumberInput } from '../ui/number-input'
import { SettingRow } from '../ui/setting-row'
import { ToggleSwitch } from '../ui/toggle-switch'
import { typeChoices } from './kv-type-choices'
import { kvChoices } from './refused-choices'

const backendNames: Readonly<Record<GpuBackend, string>> = {
  auto: 'automatic',
  cpu: 'CPU only',
  cuda: 'CUDA',
  metal: 'Metal',
  vulkan: 'Vulkan',
}

export interface KvFormProps {
  readonly value: KvSettings
  readonly file: ModelFile
  /** null: not known yet. */
  readonly shape: CacheShape | null
  readonly onChange: (value: KvSettings) => void
}

export function KvForm({ value, file, shape, onChange }: KvFormProps) {
  const set = (change: Partial<KvSettings>) => onChange({ ...value, ...change })
  const open = (number: number | null): number | 'auto' => number ?? 'auto'
  const shut = (setting: number | 'auto'): number | null => (setting === 'auto' ? null : setting)
  const { refusal, typesAreOne } = kvChoices(shape, value)
  const keyChange = (keyType: KvType) => (typesAreOne ? { keyType, valueType: keyType } : { keyType })
  const valueChange = (valueType: KvType) => (typesAreOne ? { keyType: valueType, valueType } : { valueType })
  const types = (changeTo: (type: KvType) => Partial<KvSettings>) => typeChoices((type) => refusal(changeTo(type)))
  const both = typesAreOne ? ' This model stores K and V as one, so both have the same type.' : ''
  return (
    <fieldset>
      <legend className="mb-1 font-medium">KV cache</legend>
      <SettingRow name="K type" explanation={`How keys are stored. Keys suffer more from few bits than values do.${both}`}>
        <Choice label="K type" value={value.keyType} options={types(keyChange)} onChange={(type) => set(keyChange(type))} />
      </SettingRow>
      <SettingRow name="V type" explanation={`How values are stored. A quantized type needs flash attention.${both}`}>
        <Choice label="V type" value={value.valueType} options={types(valueChange)} onChange={(type) => set(valueChange(type))} />
      </SettingRow>
      <SettingRow
        name="Context"
        explanation={`Tokens that a conversation can hold. Left empty: what the model was trained for${file.trainedTokens ? ` (${formatCount(file.trainedTokens)})` : ''}, at most 8,192, and what memory allows.`}
      >
        <NumberInput
          label="Context in tokens"
          value={shut(value.contextTokens)}
          onChange={(tokens) => set({ contextTokens: open(tokens) })}
          min={1}
          max={2 ** 31 - 256}
          step={256}
          placeholder="automatic"
        />
      </SettingRow>
      <SettingRow name="Sequences" explanation="Conversations that keep their cache at the same time. Each one costs a whole cache.">
        <NumberInput
          label="Sequences"
          value={value.sequences}
          onChange={(sequences) => set({ sequences: sequences ?? 1 })}
          min={1}
          max={256}
        />
      </SettingRow>
      <SettingRow
        name="Batch"
        explanation="Prompt tokens processed at once. Larger is faster up to a point, and enlarges compute buffers and sliding-window caches."
      >
        <NumberInput
          label="Batch in tokens"
          value={value.batchTokens}
          onChange={(batchTokens) => set({ batchTokens: batchTokens ?? 512 })}
          min={1}
          max={65_536}
        />
      </SettingRow>
      <SettingRow name="Flash attention" explanation="Attention tile by tile, without the whole score matrix. Needed for a quantized V.">
        <Choice
          label="Flash attention"
          value={value.flashAttention}
          options={[
            { value: 'auto', label: 'automatic', refused: refusal({ flashAttention: 'auto' }) },
            { value: 'on', label: 'on', refused: refusal({ flashAttention: 'on' }) },
            { value: 'off', label: 'off', refused: refusal({ flashAttention: 'off' }) },
          ]}
          onChange={(flashAttention) => set({ flashAttention })}
        />
      </SettingRow>
      <SettingRow
        name="Full sliding-window cache"
        explanation="Gives sliding-window layers a cache as long as the context: more memory, but any earlier point can be reused. No effect on models without a window."
      >
        <span className="justify-self-end">
          <ToggleSwitch label="Full sliding-window cache" checked={value.swaFullCache} onChange={(swaFullCache) => set({ swaFullCache })} />
        </span>
      </SettingRow>
      <SettingRow
        name="Threads"
        explanation="Left empty: measured when the context is created, at most one per physical core, and fewer while other programs need the machine."
      >
        <NumberInput
          label="Threads"
          value={shut(value.threads)}
          onChange={(threads) => set({ threads: open(threads) })}
          min={1}
          max={1024}
          placeholder="automatic"
        />
      </SettingRow>
      <SettingRow
        name="Backend"
        explanation="What computes. Automatic takes the best one that works here. Changing it loads the model again."
      >
        <Choice
          label="Backend"
          value={value.gpuBackend}
          options={gpuBackends.map((backend) => ({ value: backend, label: backendNames[backend] }))}
          onChange={(gpuBackend) => set({ gpuBackend })}
        />
      </SettingRow>
      <SettingRow
        name="GPU layers"
        explanation="Layers whose weights and cache are on the GPU. Left empty: as many as fit. Changing it loads the model again."
      >
        <NumberInput
          label="GPU layers"
          value={shut(value.gpuLayers)}
          onChange={(layers) => set({ gpuLayers: open(layers) })}
          min={0}
          max={10_000}
          placeholder="automatic"
        />
      </SettingRow>
    </fieldset>
  )
}
