import { useStore } from 'zustand'
import type { TemplateAbilities } from '../../../core/contract/models/template-abilities'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { type ThinkingMode, thinkingModes } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { reasoningPrice } from '../../../core/messages/reasoning-price'
import { bytesPerToken } from '../../../core/plan/bytes-per-token'
import { expectedRate } from '../../../core/reuse/preview-reuse'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { useApp } from '../../client/use-app'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { SettingReset } from '../../settings/setting-reset'
import { Choice } from '../../ui/controls/choice'
import { SettingRow } from '../../ui/fields/setting-row'

export interface ReasoningFormProps {
  readonly value: SamplingSettings
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

export function ReasoningForm(props: ReasoningFormProps) {
  const abilities = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.model.chatTemplate.abilities : null))
  return abilities?.reasoning ? <Form {...props} abilities={abilities} /> : null
}

function Form({ value, typed, onChange, onTyped, abilities }: ReasoningFormProps & { readonly abilities: TemplateAbilities }) {
  const { fields, reasoning, groups, modes, noLimit } = copy.settings
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">{groups.reasoning}</legend>
      {abilities.thinking !== null && (
        <SettingRow mark={<SettingReset of="thinking" />} name={fields.thinking.name} explanation={fields.thinking.explanation}>
          <Choice
            label={fields.thinking.label}
            value={value.thinking}
            options={thinkingModes.map((mode) => ({
              value: mode,
              label: modes[mode],
              note: mode === 'auto' && abilities.thinking ? reasoning.thinkingNote(abilities.thinking) : undefined,
            }))}
            onChange={(thinking: ThinkingMode) => onChange({ thinking })}
          />
        </SettingRow>
      )}
      {abilities.efforts.length > 0 && (
        <SettingRow
          mark={<SettingReset of="reasoningEffort" />}
          name={fields.reasoningEffort.name}
          explanation={fields.reasoningEffort.explanation}
        >
          <Choice
            label={fields.reasoningEffort.label}
            value={value.reasoningEffort ?? ''}
            options={[{ value: '', label: modes.auto }, ...abilities.efforts.map((effort) => ({ value: effort, label: effort }))]}
            onChange={(effort) => onChange({ reasoningEffort: effort === '' ? null : effort })}
          />
        </SettingRow>
      )}
      <NumberSetting
        field="reasoningBudgetTokens"
        typed={typed.reasoningBudgetTokens}
        onTyped={(text) => onTyped('reasoningBudgetTokens', text)}
        value={value.reasoningBudgetTokens}
        onChange={(reasoningBudgetTokens) => onChange({ reasoningBudgetTokens })}
        placeholder={noLimit}
      />
      <SettingRow
        mark={<SettingReset of="keepReasoning" />}
        name={fields.keepReasoning.name}
        explanation={fields.keepReasoning.explanation}
      >
        <Choice
          label={fields.keepReasoning.label}
          value={keeping(value.keepReasoning)}
          options={(['template', 'keep', 'drop'] as const).map((choice) => ({
            value: choice,
            label: reasoning.keeping[choice],
            note: choice === 'template' ? reasoning.keepingNote(abilities.keepsReasoning) : undefined,
          }))}
          onChange={(choice) => onChange({ keepReasoning: choice === 'template' ? null : choice === 'keep' })}
        />
      </SettingRow>
      <Prices />
    </fieldset>
  )
}

const keeping = (value: boolean | null): 'template' | 'keep' | 'drop' => (value === null ? 'template' : value ? 'keep' : 'drop')

/** The prices of both choices, to compare before choosing. */
function Prices() {
  const messages = useStore(conversationStore, ({ thread }) => thread?.messages)
  const context = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context : null))
  const turns = messages?.flatMap(({ metrics }) => (metrics ? [metrics] : [])) ?? []
  const price = reasoningPrice(messages ?? [], expectedRate(turns))
  if (!price || !context) return null
  const { prices } = copy.settings.reasoning
  return (
    <ul className="py-1 text-[12px] text-faint leading-snug">
      <li>{prices.keep(price.keptTokens, price.keptTokens * bytesPerToken(context))}</li>
      <li>{prices.drop(price.repeatedTokens, price.repeatedMs)}</li>
      {price.measured && <li>{prices.measured(price.measured.tokens, price.measured.ms)}</li>}
    </ul>
  )
}
