/** Tools that a model may call, and what else decides how its chat template renders a conversation. */
import { z } from 'zod'
import { reasoningSettings, type SamplingSettings } from '../settings/sampling'

/** As OpenAI and the Model Context Protocol define a function. */
export const toolDefinition = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/),
  description: z.string().max(16_384),
  /** A JSON Schema of type `object`. */
  parameters: z.record(z.string(), z.json()),
})
export type ToolDefinition = z.infer<typeof toolDefinition>

export const mostTools = 256
export const toolDefinitions = z
  .array(toolDefinition)
  .max(mostTools)
  .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'Every tool needs a name of its own')

export const promptSettings = reasoningSettings.extend({
  tools: toolDefinitions.optional(),
  /** false: the prompt ends with the last message, and not with the beginning of an answer. */
  addGenerationPrompt: z.boolean().optional(),
})
export type PromptSettings = z.infer<typeof promptSettings>

export const promptSettingsOf = ({
  sampling,
  tools,
}: {
  readonly sampling: SamplingSettings
  readonly tools?: readonly ToolDefinition[] | undefined
}): PromptSettings => ({ ...sampling, ...(tools && tools.length > 0 ? { tools: [...tools] } : {}) })
