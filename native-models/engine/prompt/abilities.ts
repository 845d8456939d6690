import type { TemplateCapabilities } from '../../../core/answer-syntax/derive/probe-template'
import type { TemplateAbilities } from '../../../core/contract/models/template-abilities'

export function abilitiesOf({ needs, ...found }: TemplateCapabilities): TemplateAbilities {
  const { tools, toolCalls, parallelCalls, toolResults, reasoning, reasoningInHistory, keepReasoning, thinking, effort } = found
  return {
    systemRole: needs.systemRole,
    tools,
    toolCalls,
    parallelCalls,
    toolResults,
    reasoning: reasoning || thinking !== null,
    keepsReasoning: reasoningInHistory === 'always' || keepReasoning?.default === 'on',
    thinking: thinking?.default ?? null,
    efforts: [...(effort?.values ?? [])],
  }
}
