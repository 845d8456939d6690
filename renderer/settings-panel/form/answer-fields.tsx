import type { ReactNode } from 'react'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { textLimits } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { linesOf } from '../../../core/sampling/typed-lines'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { SettingReset } from '../../settings/setting-reset'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { SettingRow } from '../../ui/fields/setting-row'
import { GrammarForm } from './grammar-form'
import { TextLines } from './samplers/text-lines'

export interface AnswerFieldsProps {
  /** The plain view has the longest answer above. */
  readonly isPlain: boolean
  readonly value: SamplingSettings
  readonly typed: Readonly<Record<string, string>>
  /** Settings that only some models have. */
  readonly children?: ReactNode
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

/** For models of this machine and of servers. */
export function AnswerFields({ isPlain, value, typed, children, onChange, onTyped }: AnswerFieldsProps) {
  const { fields, noLimit, random } = copy.settings
  const number = (field: 'maxTokens' | 'seed') => (
    <NumberSetting
      field={field}
      value={value[field]}
      typed={typed[field]}
      onTyped={(text) => onTyped(field, text)}
      onChange={(changed) => onChange({ [field]: changed })}
      placeholder={field === 'seed' ? random : noLimit}
    />
  )
  return (
    <>
      {!isPlain && number('maxTokens')}
      {number('seed')}
      {children}
      <GrammarForm value={value.grammar} onChange={(grammar) => onChange({ grammar })} />
      <TextLines
        name={fields.stopTexts.name}
        mark={<SettingReset of="stopTexts" />}
        value={value.stopTexts}
        linesOf={(lines) => linesOf(lines, textLimits.stopTexts)}
        typedOf={(stopTexts) => stopTexts.join('\n')}
        onChange={(stopTexts) => onChange({ stopTexts })}
      />
    </>
  )
}

export function EndOfText({ value, onChange }: Pick<AnswerFieldsProps, 'value' | 'onChange'>) {
  const { name, explanation, label } = copy.settings.fields.ignoreEndOfText
  return (
    <SettingRow mark={<SettingReset of="ignoreEndOfText" />} name={name} explanation={explanation}>
      <span className="justify-self-end">
        <ToggleSwitch label={label} checked={value.ignoreEndOfText} onChange={(ignoreEndOfText) => onChange({ ignoreEndOfText })} />
      </span>
    </SettingRow>
  )
}
