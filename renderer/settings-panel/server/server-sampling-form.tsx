import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { type ThinkingMode, thinkingModes } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import type { ServerKind } from '../../../core/remote/server-facts'
import { takesSetting } from '../../../core/remote/turn/remote-sampling'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { SettingReset } from '../../settings/setting-reset'
import { Choice } from '../../ui/controls/choice'
import { SettingRow } from '../../ui/fields/setting-row'
import { AnswerFields, EndOfText } from '../form/answer-fields'
import { samplerSteps } from '../form/samplers/sampler-steps'

export interface ServerSamplingFormProps {
  readonly kind: ServerKind
  readonly isPlain: boolean
  readonly value: SamplingSettings
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

const numbers = ['temperature', 'topK', 'topP', 'minP', 'frequencyPenalty', 'presencePenalty'] as const

/** Only the settings that a server of this kind takes. */
export function ServerSamplingForm({ kind, ...edited }: ServerSamplingFormProps) {
  const { value, typed, onChange, onTyped } = edited
  const { fields, groups, modes } = copy.settings
  return (
    <fieldset>
      <legend className="font-medium">{groups.sampling}</legend>
      {!edited.isPlain && <p className="mb-1 text-[12px] text-faint leading-snug">{copy.settings.atOnce}</p>}
      {numbers
        .filter((field) => takesSetting(kind, field))
        .map((field) => (
          <NumberSetting
            key={field}
            field={field}
            step={samplerSteps[field] ?? 1}
            value={value[field]}
            typed={typed[field]}
            onTyped={(text) => onTyped(field, text)}
            onChange={(changed) => changed !== null && onChange({ [field]: changed })}
          />
        ))}
      <AnswerFields {...edited}>
        {takesSetting(kind, 'thinking') && (
          <SettingRow mark={<SettingReset of="thinking" />} name={fields.thinking.name} explanation={fields.thinking.explanation}>
            <Choice
              label={fields.thinking.label}
              value={value.thinking}
              options={thinkingModes.map((mode) => ({ value: mode, label: modes[mode] }))}
              onChange={(thinking: ThinkingMode) => onChange({ thinking })}
            />
          </SettingRow>
        )}
      </AnswerFields>
      {takesSetting(kind, 'ignoreEndOfText') && <EndOfText {...edited} />}
    </fieldset>
  )
}
