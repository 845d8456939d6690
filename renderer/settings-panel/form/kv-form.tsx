import type { ReactNode } from 'react'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import { hasSlidingLayers } from '../../../core/kv/layer-kinds'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { useApp } from '../../client/use-app'
import { useBackends } from '../../client/use-backends'
import type { BlamedField } from '../../settings/blamed-field'
import type { ContextPreview } from '../../settings/context-preview'
import { typeChoices } from '../../settings/kv-type-choices'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { kvChoices } from '../../settings/refused-choices'
import { SettingReset } from '../../settings/setting-reset'
import { Choice } from '../../ui/controls/choice'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { SettingRow } from '../../ui/fields/setting-row'
import { backendChoices, gpuLayersObstacle } from './backend-choices'

export interface KvFormProps {
  readonly value: KvSettings
  /** null until known. */
  readonly shape: CacheShape | null
  readonly preview: ContextPreview
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<KvSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
  /** Shown below the last field that was edited and that Compare can measure. */
  readonly comparison: { readonly below: keyof KvSettings; readonly element: ReactNode } | null
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
  const both = typesAreOne ? ` ${copy.settings.oneTensor}` : ''
  const { fields } = copy.settings
  const noWindow = shape && !hasSlidingLayers(shape) ? copy.planner.settings.fullWindow.noSlidingLayers : undefined
  const below = (field: keyof KvSettings) => props.comparison?.below === field && props.comparison.element
  return (
    <>
      <SettingRow
        mark={<SettingReset of="keyType" />}
        name={fields.keyType.name}
        explanation={`${fields.keyType.explanation}${both}`}
        problem={blame('keyType')}
      >
        <Choice
          label={fields.keyType.label}
          value={value.keyType}
          options={types(keyChange)}
          onChange={(type) => onChange(keyChange(type))}
        />
      </SettingRow>
      {below('keyType')}
      <SettingRow
        mark={<SettingReset of="valueType" />}
        name={fields.valueType.name}
        explanation={`${fields.valueType.explanation}${both}`}
        problem={blame('valueType')}
      >
        <Choice
          label={fields.valueType.label}
          value={value.valueType}
          options={types(valueChange)}
          onChange={(type) => onChange(valueChange(type))}
        />
      </SettingRow>
      {below('valueType')}
      <NumberSetting
        {...number('sequences')}
        value={value.sequences}
        onChange={(sequences) => sequences !== null && onChange({ sequences })}
      />
      <NumberSetting
        {...number('batchTokens')}
        value={value.batchTokens}
        onChange={(batchTokens) => batchTokens !== null && onChange({ batchTokens })}
        step={32}
      />
      {below('batchTokens')}
      <SettingRow
        mark={<SettingReset of="flashAttention" />}
        name={fields.flashAttention.name}
        explanation={fields.flashAttention.explanation}
        problem={blame('flashAttention')}
      >
        <Choice
          label={fields.flashAttention.label}
          value={value.flashAttention}
          options={(['auto', 'on', 'off'] as const).map((mode) => ({
            value: mode,
            label: copy.settings.modes[mode],
            refused: refusal({ flashAttention: mode }),
          }))}
          onChange={(flashAttention) => onChange({ flashAttention })}
        />
      </SettingRow>
      {below('flashAttention')}
      <SettingRow
        mark={<SettingReset of="swaFullCache" />}
        name={fields.swaFullCache.name}
        explanation={noWindow ?? fields.swaFullCache.explanation}
        problem={blame('swaFullCache')}
      >
        <span className="justify-self-end">
          <ToggleSwitch
            label={fields.swaFullCache.label}
            checked={value.swaFullCache}
            disabled={noWindow !== undefined && !value.swaFullCache}
            onChange={(swaFullCache) => onChange({ swaFullCache })}
          />
        </span>
      </SettingRow>
      {below('swaFullCache')}
      <NumberSetting
        {...number('checkpointMebibytes')}
        value={shut(value.checkpointMebibytes)}
        onChange={(mebibytes) => onChange({ checkpointMebibytes: open(mebibytes) })}
        step={64}
        placeholder={copy.settings.automatic}
      />
      <MachineFields {...props} number={number} below={below} />
    </>
  )
}

function MachineFields({
  value,
  onChange,
  number,
  below,
}: KvFormProps & {
  readonly below: (field: keyof KvSettings) => ReactNode
  readonly number: (
    field: NumberFieldName & keyof KvSettings,
  ) => Pick<Parameters<typeof NumberSetting>[0], 'field' | 'typed' | 'onTyped' | 'problem'>
}) {
  const engine = useApp((state) => state.app?.engine)
  const backends = useBackends()
  const { fields } = copy.settings
  const cores = engine?.status === 'ready' ? engine.info.cores : undefined
  return (
    <>
      <NumberSetting
        {...number('threads')}
        value={shut(value.threads)}
        onChange={(threads) => onChange({ threads: open(threads) })}
        placeholder={copy.settings.automatic}
        hint={cores !== undefined && value.threads !== 'auto' && value.threads > cores ? copy.settings.threads(cores) : undefined}
      />
      {below('threads')}
      <SettingRow mark={<SettingReset of="gpuBackend" />} name={fields.gpuBackend.name} explanation={fields.gpuBackend.explanation}>
        <Choice
          label={fields.gpuBackend.label}
          value={value.gpuBackend}
          options={backendChoices(backends)}
          onChange={(gpuBackend) => onChange({ gpuBackend })}
        />
      </SettingRow>
      {below('gpuBackend')}
      <NumberSetting
        {...number('gpuLayers')}
        value={shut(value.gpuLayers)}
        onChange={(layers) => onChange({ gpuLayers: open(layers) })}
        placeholder={copy.settings.automatic}
        obstacle={gpuLayersObstacle(backends, value.gpuBackend)}
      />
      {below('gpuLayers')}
    </>
  )
}
