import type { DraftCheck } from '../../../core/contract/models/draft'
import type { ModelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { textLimits } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { linesOf } from '../../../core/sampling/typed-lines'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { SettingRow } from '../../ui/fields/setting-row'
import { GrammarForm } from './grammar-form'
import { SamplerFields } from './samplers/sampler-fields'
import { TextLines } from './samplers/text-lines'
import { SpeculationForm } from './speculation-form'

export interface SamplingFormProps {
  readonly file: ModelFile
  readonly value: SamplingSettings
  readonly draftModelCheck: DraftCheck | null
  readonly shape: CacheShape | null
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName | 'logitBias', text: string | null) => void
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
      <SamplerFields value={value} typed={typed} onChange={onChange} onTyped={onTyped} />
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
      <GrammarForm value={value.grammar} onChange={(grammar) => onChange({ grammar })} />
      <TextLines
        name={fields.stopTexts.name}
        value={value.stopTexts}
        linesOf={(typed) => linesOf(typed, textLimits.stopTexts)}
        typedOf={(stopTexts) => stopTexts.join('\n')}
        onChange={(stopTexts) => onChange({ stopTexts })}
      />
    </fieldset>
  )
}
