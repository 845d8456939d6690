import { useStore } from 'zustand'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { toolChoices } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { useApp } from '../../client/use-app'
import { SettingReset } from '../../settings/setting-reset'
import { Choice } from '../../ui/controls/choice'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { SettingRow } from '../../ui/fields/setting-row'

type ToolChoice = SamplingSettings['toolChoice']

export interface ToolCallsFormProps {
  readonly value: Pick<SamplingSettings, 'toolChoice' | 'bindCalls' | 'parallelCalls'>
  readonly onChange: (change: Partial<SamplingSettings>) => void
}

export function ToolCallsForm({ value, onChange }: ToolCallsFormProps) {
  const abilities = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.model.chatTemplate.abilities : null))
  const tools = useStore(conversationStore, ({ thread }) => thread?.tools)
  const { fields, groups, toolChoice } = copy.settings
  if (!abilities?.tools) return null
  const chosen = nameIn(value.toolChoice)
  const names = new Set([...(tools ?? []).map(({ name }) => name), ...(chosen === undefined ? [] : [chosen])])
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">{groups.toolCalls}</legend>
      <SettingRow mark={<SettingReset of="toolChoice" />} name={fields.toolChoice.name} explanation={fields.toolChoice.explanation}>
        <Choice
          label={fields.toolChoice.label}
          value={optionOf(value.toolChoice)}
          options={[
            ...toolChoices.map((mode) => ({ value: optionOf(mode), label: toolChoice.modes[mode] })),
            ...[...names].map((tool) => ({ value: optionOf({ tool }), label: toolChoice.tool(tool) })),
          ]}
          onChange={(option) => onChange({ toolChoice: choiceOf(option) })}
        />
      </SettingRow>
      {(['bindCalls', 'parallelCalls'] as const).map((field) => (
        <SettingRow key={field} mark={<SettingReset of={field} />} name={fields[field].name} explanation={fields[field].explanation}>
          <span className="justify-self-end">
            <ToggleSwitch label={fields[field].label} checked={value[field]} onChange={(isOn) => onChange({ [field]: isOn })} />
          </span>
        </SettingRow>
      ))}
    </fieldset>
  )
}

const nameIn = (choice: ToolChoice): string | undefined => (typeof choice === 'string' ? undefined : choice.tool)

/** A tool may be called `none`. */
const optionOf = (choice: ToolChoice): string => (typeof choice === 'string' ? choice : `tool:${choice.tool}`)

const choiceOf = (option: string): ToolChoice => toolChoices.find((mode) => mode === option) ?? { tool: option.slice('tool:'.length) }
