/** What OpenAI's `/v1/chat/completions` takes. */
import { z } from 'zod'
import { mostTools, toolDefinition } from '../../contract/chat/tools'
import { unsupportedEverywhere } from '../llama-cpp/request-schema'
import { mostTopLogprobs } from '../served-request'
import { anyValueOf, type UnsupportedFields } from '../unsupported'
import { maxTokensField, sharedFields } from './sampling-schema'

export const unsupportedFields = {
  ...unsupportedEverywhere,
  // Reasoning is `reasoning_content`.
  reasoning_format: ['auto', 'deepseek'],
  audio: [],
  functions: [],
  function_call: [],
  modalities: [['text']],
  moderation: [],
  prediction: [],
  prompt_cache_options: [],
  prompt_cache_retention: ['in_memory', 'in-memory'],
  service_tier: ['auto', 'default'],
  store: [false],
  verbosity: ['medium'],
  web_search_options: [],
} satisfies UnsupportedFields

const readsText = 'Headroom reads parts of the type text'
const textPart = z.strictObject({ type: z.literal('text', { error: readsText }), text: z.string() })
const content = z.union([z.string(), z.array(textPart).min(1)])
export type ChatContent = z.infer<typeof content>

/** Notes that clients add to an answer and send back. The message already contains the same information. */
const ofClients = {
  parsed: z.unknown().optional(),
  parsed_arguments: z.unknown().optional(),
  provider_specific_fields: z.unknown().optional(),
}

const call = z.strictObject({
  id: z.string().min(1).max(256),
  type: z.literal('function').optional(),
  index: z.int().optional(),
  function: z.strictObject({ name: z.string().min(1).max(128), arguments: z.string(), ...ofClients }),
})

export const chatMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content }),
  z.strictObject({ role: z.literal('user'), content }),
  z.strictObject({
    role: z.literal('assistant'),
    content: content.nullish(),
    reasoning_content: z.string().nullish(),
    ...ofClients,
    refusal: z.string().nullish(),
    audio: z.null().optional(),
    function_call: z.null().optional(),
    annotations: z.array(z.unknown()).max(0).nullish(),
    tool_calls: z.array(call).nullish(),
  }),
  z.strictObject({ role: z.literal('tool'), content, tool_call_id: z.string().min(1).max(256), name: z.string().max(128).nullish() }),
])
export type ChatMessage = z.infer<typeof chatMessage>

const tool = z.strictObject({
  type: z.literal('function', { error: 'Headroom takes tools of the type function' }),
  function: z.strictObject({
    name: toolDefinition.shape.name,
    description: toolDefinition.shape.description.nullish(),
    parameters: toolDefinition.shape.parameters.nullish(),
    /** A grammar binds calls to their schema, whether strict or not. */
    strict: z.boolean().nullish(),
  }),
})

const responseFormat = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  /** `schema` is llama-server's. */
  z.strictObject({ type: z.literal('json_object'), schema: z.record(z.string(), z.json()).optional() }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().optional(),
      description: z.string().nullish(),
      schema: z.record(z.string(), z.json()),
      strict: z.boolean().nullish(),
    }),
  }),
])

const chosenTool = z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string().min(1).max(128) }) })
const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  chosenTool,
  z.strictObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.strictObject({ mode: z.enum(['auto', 'required']), tools: z.array(chosenTool).min(1).max(mostTools) }),
  }),
])

export const chatRequest = z.strictObject({
  ...anyValueOf(unsupportedFields),
  ...sharedFields,
  messages: z.array(chatMessage).min(1),
  max_completion_tokens: maxTokensField,
  max_tokens: maxTokensField,
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(mostTopLogprobs).nullish(),
  tools: z.array(tool).max(mostTools).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: responseFormat.nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  /** The cache finds the prompt without a key. */
  prompt_cache_key: z.string().max(1024).nullish(),
  safety_identifier: z.string().max(1024).nullish(),
  // llama-server's.
  chat_template_kwargs: z.strictObject({ enable_thinking: z.boolean().optional() }).optional(),
  timings_per_token: z.boolean().optional(),
  add_generation_prompt: z.boolean().optional(),
  continue_final_message: z.boolean().optional(),
})
export type ChatRequest = z.infer<typeof chatRequest>
