/** What OpenAI's `/v1/responses` takes. */
import { z } from 'zod'
import { mostTools, toolDefinition } from '../../contract/chat/tools'
import { samplingSettings } from '../../contract/settings/sampling'
import { mostTopLogprobs } from '../served-request'
import { anyValueOf, type UnsupportedFields } from '../unsupported'

export const unsupportedFields = {
  background: [false],
  context_management: [[]],
  conversation: [],
  max_tool_calls: [],
  moderation: [],
  prompt: [],
  prompt_cache_options: [],
  prompt_cache_retention: ['in_memory'],
  service_tier: ['auto', 'default'],
  // The prompt is never cut silently.
  truncation: ['disabled'],
} satisfies UnsupportedFields

const status = z.enum(['in_progress', 'completed', 'incomplete']).nullish()
const id = z.string().min(1)

const inputText = z.strictObject({ type: z.literal('input_text'), text: z.string() })
const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()).optional(),
  logprobs: z.array(z.unknown()).nullish(),
})
const content = z.union([
  z.string(),
  z.array(
    z.discriminatedUnion('type', [inputText, outputText], { error: 'Headroom reads content of the types input_text and output_text' }),
  ),
])
export type ItemContent = z.infer<typeof content>

const message = z.strictObject({
  type: z.literal('message').optional(),
  id: z.string().optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content,
  status,
  phase: z.enum(['commentary', 'final_answer']).nullish(),
})
const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().nullish(),
  call_id: id,
  name: id,
  namespace: id.nullish(),
  arguments: z.string(),
  status,
})
const functionOutput = z.strictObject({
  type: z.literal('function_call_output'),
  id: z.string().nullish(),
  call_id: id,
  output: z.union([z.string(), z.array(inputText)]),
  status,
})
const customCall = z.strictObject({
  type: z.literal('custom_tool_call'),
  id: z.string().nullish(),
  call_id: id,
  name: id,
  input: z.string(),
  status,
})
const customOutput = functionOutput.extend({ type: z.literal('custom_tool_call_output') })
const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string().nullish(),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })).optional(),
  content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })).nullish(),
  encrypted_content: z.string().nullish(),
  status,
})
const reference = z.strictObject({ type: z.literal('item_reference'), id })
const typed = z.discriminatedUnion(
  'type',
  [message.extend({ type: z.literal('message') }), functionCall, functionOutput, customCall, customOutput, reasoning, reference],
  {
    error:
      'Headroom reads items of the types message, function_call, function_call_output, custom_tool_call, custom_tool_call_output, reasoning and item_reference',
  },
)
const untyped = message.extend({ type: z.undefined().optional() })
export const inputItem = z.union([typed, untyped])
export type InputItem = z.infer<typeof inputItem>

const functionTool = z.strictObject({
  type: z.literal('function'),
  name: toolDefinition.shape.name,
  description: toolDefinition.shape.description.nullish(),
  parameters: toolDefinition.shape.parameters.nullish(),
  /** Calls always follow their schema. */
  strict: z.boolean().nullish(),
})
export type FunctionTool = z.infer<typeof functionTool>
const tool = z.discriminatedUnion(
  'type',
  [
    functionTool,
    z.strictObject({
      type: z.literal('custom'),
      name: toolDefinition.shape.name,
      description: toolDefinition.shape.description.nullish(),
      format: z
        .strictObject({
          type: z.literal('text', { error: 'Headroom binds the text of a custom tool to no grammar. Send the format text' }),
        })
        .nullish(),
    }),
    z.strictObject({
      type: z.literal('namespace'),
      name: toolDefinition.shape.name,
      description: z.string().nullish(),
      tools: z.array(functionTool).max(mostTools),
    }),
  ],
  { error: 'Headroom runs no tools of OpenAI. Send tools of the types function, custom and namespace' },
)

const toolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('function'), name: z.string().min(1).max(128), namespace: id.nullish() }),
      z.strictObject({ type: z.literal('custom'), name: z.string().min(1).max(128) }),
    ],
    { error: 'Headroom takes auto, none, required, and a choice of the types function and custom' },
  ),
])

const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    name: z.string().optional(),
    description: z.string().nullish(),
    schema: z.record(z.string(), z.json()),
    strict: z.boolean().nullish(),
  }),
])

export const responsesRequest = z.strictObject({
  ...anyValueOf(unsupportedFields),
  model: z.string().min(1).nullish(),
  input: z.union([z.string(), z.array(inputItem).min(1)]),
  instructions: z.string().nullish(),
  include: z.array(z.enum(['reasoning.encrypted_content', 'message.output_text.logprobs'])).nullish(),
  max_output_tokens: samplingSettings.shape.maxTokens.optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
  /** What Codex says about itself. */
  client_metadata: z.record(z.string(), z.json()).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  /** The cache finds the prompt without a key. */
  prompt_cache_key: z.string().nullish(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      /** A local model has no summary of its reasoning: `auto` shows the reasoning itself. */
      summary: z.literal('auto').nullish(),
      generate_summary: z.literal('auto').nullish(),
    })
    .nullish(),
  safety_identifier: z.string().nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.literal(false).optional() }).nullish(),
  temperature: samplingSettings.shape.temperature.nullish(),
  text: z.strictObject({ format: format.nullish(), verbosity: z.literal('medium').nullish() }).nullish(),
  tool_choice: toolChoice.nullish(),
  tools: z.array(tool).max(mostTools).nullish(),
  top_logprobs: z.int().min(0).max(mostTopLogprobs).nullish(),
  top_p: samplingSettings.shape.topP.nullish(),
  user: z.string().nullish(),
})
export type ResponsesRequest = z.infer<typeof responsesRequest>
