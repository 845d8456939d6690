import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { type ThinkingMode, textLimits, thinkingModes } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import type { ServerKind } from '../../../core/remote/server-facts'
import { takesSetting } from '../../../core/remote/turn/remote-sampling'
import { linesOf } from '../../../core/sampling/typed-lines'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { Choice } from '../../ui/controls/choice'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { SettingRow } from '../../ui/fields/setting-row'
import { GrammarForm } from '../form/grammar-form'
import { TextLines } from '../form/samplers/text-lines'

export interface ServerSamplingFormProps {
  readonly kind: ServerKind
  readonly value: SamplingSettings
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

const numbers = ['temperature', 'topK', 'topP', 'minP', 'frequencyPenalty', 'presencePenalty'] as const

/** Only the settings that a server of this kind takes. */
export function ServerSamplingForm({ kind, value, typed, onChange, onTyped }: ServerSamplingFormProps) {
  const { fields, groups, modes, noLimit, random } = copy.settings
  const number = (field: NumberFieldName) => ({ field, typed: typed[field], onTyped: (text: string | null) => onTyped(field, text) })
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{groups.sampling}</legend>
      {numbers
        .filter((field) => takesSetting(kind, field))
        .map((field) => (
          <NumberSetting
            key={field}
            {...number(field)}
            step={field === 'topK' ? 1 : 0.05}
            value={value[field]}
            onChange={(next) => next !== null && onChange({ [field]: next })}
          />
        ))}
      <NumberSetting
        {...number('maxTokens')}
        value={value.maxTokens}
        onChange={(maxTokens) => onChange({ maxTokens })}
        placeholder={noLimit}
      />
      <NumberSetting {...number('seed')} value={value.seed} onChange={(seed) => onChange({ seed })} placeholder={random} />
      {takesSetting(kind, 'thinking') && (
        <SettingRow name={fields.thinking.name} explanation={fields.thinking.explanation}>
          <Choice
            label={fields.thinking.label}
            value={value.thinking}
            options={thinkingModes.map((mode) => ({ value: mode, label: modes[mode] }))}
            onChange={(thinking: ThinkingMode) => onChange({ thinking })}
          />
        </SettingRow>
      )}
      {takesSetting(kind, 'ignoreEndOfText') && (
        <SettingRow name={fields.ignoreEndOfText.name} explanation={fields.ignoreEndOfText.explanation}>
          <span className="justify-self-end">
            <ToggleSwitch
              label={fields.ignoreEndOfText.label}
              checked={value.ignoreEndOfText}
              onChange={(ignoreEndOfText) => onChange({ ignoreEndOfText })}
            />
          </span>
        </SettingRow>
      )}
      <GrammarForm value={value.grammar} onChange={(grammar) => onChange({ grammar })} />
      <TextLines
        name={fields.stopTexts.name}
        value={value.stopTexts}
        linesOf={(lines) => linesOf(lines, textLimits.stopTexts)}
        typedOf={(stopTexts) => stopTexts.join('\n')}
        onChange={(stopTexts) => onChange({ stopTexts })}
      />
    </fieldset>
  )
}
