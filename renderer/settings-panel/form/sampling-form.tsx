import { useState } from 'react'
import type { DraftCheck } from '../../../core/contract/models/draft'
import type { ModelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { SettingRow } from '../../ui/fields/setting-row'
import { SpeculationForm } from './speculation-form'

export interface SamplingFormProps {
  readonly file: ModelFile
  readonly value: SamplingSettings
  readonly draftModelCheck: DraftCheck | null
  readonly shape: CacheShape | null
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

export function SamplingForm({ file, value, draftModelCheck, shape, typed, onChange, onTyped }: SamplingFormProps) {
  const number = (field: NumberFieldName & keyof SamplingSettings) => ({
    field,
    typed: typed[field],
    onTyped: (text: string | null) => onTyped(field, text),
  })
  const { fields } = copy.settings
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">{copy.settings.groups.sampling}</legend>
      <NumberSetting
        {...number('temperature')}
        value={value.temperature}
        onChange={(temperature) => temperature !== null && onChange({ temperature })}
        step={0.1}
      />
      <NumberSetting {...number('topK')} value={value.topK} onChange={(topK) => topK !== null && onChange({ topK })} />
      <NumberSetting {...number('topP')} value={value.topP} onChange={(topP) => topP !== null && onChange({ topP })} step={0.05} />
      <NumberSetting {...number('minP')} value={value.minP} onChange={(minP) => minP !== null && onChange({ minP })} step={0.01} />
      <NumberSetting
        {...number('repeatPenalty')}
        value={value.repeatPenalty}
        onChange={(repeatPenalty) => repeatPenalty !== null && onChange({ repeatPenalty })}
        step={0.05}
      />
      <NumberSetting
        {...number('maxTokens')}
        value={value.maxTokens}
        onChange={(maxTokens) => onChange({ maxTokens })}
        placeholder={copy.settings.noLimit}
      />
      <NumberSetting {...number('seed')} value={value.seed} onChange={(seed) => onChange({ seed })} placeholder={copy.settings.random} />
      <SpeculationForm
        file={file}
        value={value}
        shape={shape}
        typed={typed}
        check={draftModelCheck}
        onChange={onChange}
        onTyped={onTyped}
      />
      <SettingRow name={fields.ignoreEndOfText.name} explanation={fields.ignoreEndOfText.explanation}>
        <span className="justify-self-end">
          <ToggleSwitch
            label={fields.ignoreEndOfText.label}
            checked={value.ignoreEndOfText}
            onChange={(ignoreEndOfText) => onChange({ ignoreEndOfText })}
          />
        </span>
      </SettingRow>
      <StopTexts value={value.stopTexts} onChange={(stopTexts) => onChange({ stopTexts })} />
    </fieldset>
  )
}

function StopTexts({ value, onChange }: { readonly value: readonly string[]; readonly onChange: (value: string[]) => void }) {
  const [typed, setTyped] = useState('')
  // The typed text can contain more than the stop sequences, such as an empty line.
  const isTheirs = stopTextsIn(typed).join('\n') === value.join('\n')
  return (
    <label className="mt-2 block text-soft">
      {copy.settings.fields.stopTexts.name}
      <textarea
        rows={2}
        value={isTheirs ? typed : value.join('\n')}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(stopTextsIn(event.target.value))
        }}
        className="mt-1 block w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 font-mono text-[12px] text-ink"
      />
    </label>
  )
}

/** The contract allows 16 texts of 256 characters. */
const stopTextsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(0, 256))
    .slice(0, 16)
