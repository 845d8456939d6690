import { z } from 'zod'

/** What a chat template can do, found by rendering short conversations (core/answer-syntax/derive/probe-template.ts). */
export const templateAbilities = z.object({
  systemRole: z.boolean(),
  /** It writes the list of tools into the prompt. */
  tools: z.boolean(),
  /** It writes calls of earlier answers. */
  toolCalls: z.boolean(),
  parallelCalls: z.boolean(),
  toolResults: z.boolean(),
  reasoning: z.boolean(),
  /** Reasoning of earlier turns stays in the prompt, unless the settings say otherwise. */
  keepsReasoning: z.boolean(),
  /** What it does if the settings say nothing. null: thinking cannot be switched. */
  thinking: z.enum(['on', 'off', 'neither']).nullable(),
  efforts: z.array(z.string()),
})
export type TemplateAbilities = z.infer<typeof templateAbilities>
