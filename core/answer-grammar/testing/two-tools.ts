import type { ToolDefinition } from '../../answer-syntax/messages'

export const weather: ToolDefinition = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'integer', minimum: 1, maximum: 14 },
      unit: { enum: ['C', 'F'], type: 'string' },
    },
    required: ['city'],
    additionalProperties: false,
  },
}
export const now: ToolDefinition = {
  name: 'now',
  description: 'The time',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
}
export const tools = [weather, now]
