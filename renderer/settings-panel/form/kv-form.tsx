import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { KvType } from '../../../core/contract/settings/kv-types'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { formatCount } from '../../../core/text/amounts'
import { useApp } from '../../client/use-app'
import { useBackends } from '../../client/use-backends'
import type { BlamedField } from '../../settings/blamed-field'
import { autoText, type ContextPreview, contextHint } from '../../settings/context-preview'
import { typeChoices } from '../../settings/kv-type-choices'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { kvChoices } from '../../settings/refused-choices'
import { contextStops, nearestStop } from '../../settings/stops'
import { Choice } from '../../ui/controls/choice'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { ValueSlider } from '../../ui/controls/value-slider'
import { SettingRow } from '../../ui/fields/setting-row'
import { backendChoices, gpuLayersObstacle } from './backend-choices'

export interface KvFormProps {
  readonly value: KvSettings
  /** null: not known yet. */
  readonly shape: CacheShape | null
  readonly preview: ContextPreview
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<KvSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

const open = (number: number | null): number | 'auto' => number ?? 'auto'
const shut = (setting: number | 'auto'): number | null => (setting === 'auto' ? null : setting)

export function KvForm(props: KvFormProps) {
  const { value, shape, preview, onChange } = props
  const { problem } = preview
  const blame = (field: BlamedField) => (problem?.field === field ? problem.text : undefined)
  const number = (field: NumberFieldName & keyof KvSettings) => ({
    field,
    typed: props.typed[field],
    onTyped: (text: string | null) => props.onTyped(field, text),
    problem: problem?.field === field ? problem.text : undefined,
  })
  const { refusal, typesAreOne } = kvChoices(shape, value)
  const keyChange = (keyType: KvType) => (typesAreOne ? { keyType, valueType: keyType } : { keyType })
  const valueChange = (valueType: KvType) => (typesAreOne ? { keyType: valueType, valueType } : { valueType })
  const types = (changeTo: (type: KvType) => Partial<KvSettings>) => typeChoices((type) => refusal(changeTo(type)))
  const both = typesAreOne ? ' This model stores K and V as one, so both have the same type.' : ''
  return (
    <fieldset>
      <legend className="mb-1 font-medium">KV cache</legend>
      <SettingRow
        name="K type"
        explanation={`How keys are stored. Keys suffer more from few bits than values do.${both}`}
        problem={blame('keyType')}
      >
        <Choice label="K type" value={value.keyType} options={types(keyChange)} onChange={(type) => onChange(keyChange(type))} />
      </SettingRow>
      <SettingRow
        name="V type"
        explanation={`How values are stored. A quantized type needs flash attention.${both}`}
        problem={blame('valueType')}
      >
        <Choice label="V type" value={value.valueType} options={types(valueChange)} onChange={(type) => onChange(valueChange(type))} />
      </SettingRow>
      <NumberSetting
        {...number('contextTokens')}
        label="Context in tokens"
        explanation="Tokens that a conversation can hold. Left empty: what the model was trained for, at most 8,192, and what memory allows. llama.cpp rounds up to 256 cells."
        value={shut(value.contextTokens)}
        onChange={(tokens) => onChange({ contextTokens: open(tokens) })}
        step={256}
        placeholder={autoText(value.contextTokens === 'auto' ? preview.choice : null)}
        hint={contextHint(shape, value, preview.choice)}
      />
      <ContextSlider {...props} />
      <NumberSetting
        {...number('sequences')}
        label="Sequences"
        explanation="Conversations that keep their cache at the same time. Each one costs a whole cache."
        value={value.sequences}
        onChange={(sequences) => sequences !== null && onChange({ sequences })}
      />
      <NumberSetting
        {...number('batchTokens')}
        label="Batch in tokens"
        explanation="Prompt tokens processed at once. Larger is faster up to a point, and enlarges compute buffers and sliding-window caches."
        value={value.batchTokens}
        onChange={(batchTokens) => batchTokens !== null && onChange({ batchTokens })}
        step={32}
      />
      <SettingRow
        name="Flash attention"
        explanation="Attention tile by tile, without the whole score matrix. Needed for a quantized V."
        problem={blame('flashAttention')}
      >
        <Choice
          label="Flash attention"
          value={value.flashAttention}
          options={(['auto', 'on', 'off'] as const).map((mode) => ({
            value: mode,
            label: mode === 'auto' ? 'automatic' : mode,
            refused: refusal({ flashAttention: mode }),
          }))}
          onChange={(flashAttention) => onChange({ flashAttention })}
        />
      </SettingRow>
      <SettingRow
        name="Full sliding-window cache"
        explanation="Gives sliding-window layers a cache as long as the context: more memory, but any earlier point can be reused. No effect on models without a window."
        problem={blame('swaFullCache')}
      >
        <span className="justify-self-end">
          <ToggleSwitch
            label="Full sliding-window cache"
            checked={value.swaFullCache}
            onChange={(swaFullCache) => onChange({ swaFullCache })}
          />
        </span>
      </SettingRow>
      <NumberSetting
        {...number('checkpointMebibytes')}
        label="Memory for checkpoints in MiB"
        explanation="Copies of a sliding window or a recurrent state, in RAM, from which an earlier point of the conversation can go on. Of one sequence; the oldest go first. Left empty: 256 MiB, or an eighth of the cache where that is more. 0: none. No effect on models with full attention alone."
        value={shut(value.checkpointMebibytes)}
        onChange={(mebibytes) => onChange({ checkpointMebibytes: open(mebibytes) })}
        step={64}
        placeholder="automatic"
      />
      <MachineFields {...props} number={number} />
    </fieldset>
  )
}

/** The context by slider stops; other numbers are typed. */
function ContextSlider({ value, shape, preview, onChange }: KvFormProps) {
  if (!shape) return null
  const stops = contextStops(shape.trainedTokens)
  const tokens =
    value.contextTokens === 'auto' ? (preview.choice?.kind === 'fits' ? preview.choice.contextTokens : 256) : value.contextTokens
  return (
    <div className="flex items-center gap-2 pb-1">
      <ValueSlider
        label="Context slider"
        positions={stops.length}
        position={nearestStop(stops, tokens)}
        valueText={value.contextTokens === 'auto' ? `automatic, ${formatCount(tokens)} tokens` : `${formatCount(tokens)} tokens`}
        onChange={(position) => onChange({ contextTokens: stops[position] ?? tokens })}
      />
      <button
        type="button"
        aria-pressed={value.contextTokens === 'auto'}
        className="h-6 shrink-0 rounded border border-line px-2 text-[12px] text-soft hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
        onClick={() => onChange({ contextTokens: 'auto' })}
      >
        Auto
      </button>
    </div>
  )
}

function MachineFields({
  value,
  onChange,
  number,
}: KvFormProps & {
  readonly number: (
    field: NumberFieldName & keyof KvSettings,
  ) => Pick<Parameters<typeof NumberSetting>[0], 'field' | 'typed' | 'onTyped' | 'problem'>
}) {
  const engine = useApp((state) => state.app?.engine)
  const backends = useBackends()
  const cores = engine?.status === 'ready' ? engine.info.cores : undefined
  return (
    <>
      <NumberSetting
        {...number('threads')}
        label="Threads"
        explanation="Left empty: measured when the context is created, at most one per physical core, and fewer while other programs need the machine."
        value={shut(value.threads)}
        onChange={(threads) => onChange({ threads: open(threads) })}
        placeholder="automatic"
        hint={
          cores !== undefined && value.threads !== 'auto' && value.threads > cores
            ? `This machine has ${formatCount(cores)} physical ${cores === 1 ? 'core' : 'cores'}: no more threads than that are used.`
            : undefined
        }
      />
      <SettingRow
        name="Backend"
        explanation="What computes. Automatic takes the best one that works here. Changing it loads the model again."
      >
        <Choice
          label="Backend"
          value={value.gpuBackend}
          options={backendChoices(backends)}
          onChange={(gpuBackend) => onChange({ gpuBackend })}
        />
      </SettingRow>
      <NumberSetting
        {...number('gpuLayers')}
        label="GPU layers"
        explanation="Layers whose weights and cache are on the GPU. Left empty: as many as fit. Changing it loads the model again."
        value={shut(value.gpuLayers)}
        onChange={(layers) => onChange({ gpuLayers: open(layers) })}
        placeholder="automatic"
        obstacle={gpuLayersObstacle(backends, value.gpuBackend)}
      />
    </>
  )
}
