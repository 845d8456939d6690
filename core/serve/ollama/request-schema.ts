/** What Ollama's `/api/chat` and `/api/generate` take. */
import { z } from 'zod'
import { mostTools, toolDefinition } from '../../contract/chat/tools'
import { mostTopLogprobs } from '../served-request'
import { anyValueOf, type UnsupportedFields } from '../unsupported'
import { ollamaOptions } from './options'

export const unsupportedCommon = {
  // The prompt is never cut silently.
  truncate: [false],
  shift: [false],
} satisfies UnsupportedFields
export const unsupportedInGenerate = {
  ...unsupportedCommon,
  suffix: [''],
  template: [''],
  images: [[]],
  context: [[]],
  width: [0],
  height: [0],
  steps: [0],
} satisfies UnsupportedFields

const call = z.strictObject({
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.strictObject({
    index: z.int().nonnegative().optional(),
    name: z.string().min(1),
    description: z.string().optional(),
    arguments: z.record(z.string(), z.json()),
  }),
})

const message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullish(),
  thinking: z.string().nullish(),
  images: z.array(z.never(), { error: 'Headroom reads no images' }).nullish(),
  tool_calls: z.array(call).nullish(),
  tool_name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
  /** An older name of `tool_name`. */
  name: z.string().nullish(),
})
export type OllamaMessage = z.infer<typeof message>

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: toolDefinition.shape.name,
    description: toolDefinition.shape.description.optional(),
    parameters: toolDefinition.shape.parameters.optional(),
    strict: z.boolean().optional(),
  }),
})
export type OllamaTool = z.infer<typeof tool>

const duration = /^[-+]?(\d+\.?\d*|\.\d+)$|^[-+]?((\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h))+$/
/** A number is in seconds. The model stays loaded, so every duration but 0 is kept. */
export const keepAlive = z
  .union([z.number(), z.string().regex(duration)], { error: 'Expected a duration such as 5m, or a number of seconds' })
  .nullish()

const common = {
  model: z.string().min(1),
  stream: z.boolean().nullish(),
  format: z.union([z.enum(['', 'json']), z.record(z.string(), z.json())]).nullish(),
  options: ollamaOptions.nullish(),
  keep_alive: keepAlive,
  think: z.union([z.boolean(), z.enum(['low', 'medium', 'high', 'max'])]).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(mostTopLogprobs).nullish(),
}

export const chatRequest = z.strictObject({
  ...anyValueOf(unsupportedCommon),
  ...common,
  messages: z.array(message).nullish(),
  tools: z.array(tool).max(mostTools).nullish(),
})
export type OllamaChat = z.infer<typeof chatRequest>

export const generateRequest = z.strictObject({
  ...anyValueOf(unsupportedInGenerate),
  ...common,
  prompt: z.string().nullish(),
  system: z.string().nullish(),
  raw: z.boolean().nullish(),
})
export type OllamaGenerate = z.infer<typeof generateRequest>

export const showRequest = z.strictObject({
  model: z.string().min(1).optional(),
  /** An older name of `model`. */
  name: z.string().min(1).optional(),
  verbose: z.boolean().nullish(),
  system: z.string().max(0).nullish(),
  template: z.string().max(0).nullish(),
  options: ollamaOptions.nullish(),
})
