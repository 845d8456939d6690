import type { TemplateAbilities } from '../../core/contract/models/template-abilities'

export const fakeAbilities: TemplateAbilities = {
  systemRole: true,
  tools: true,
  toolCalls: true,
  parallelCalls: true,
  toolResults: true,
  reasoning: true,
  keepsReasoning: false,
  thinking: 'off',
  efforts: [],
}
