/** What `/v1/messages` takes, as Anthropic documents it. A block of another type is refused, and the error names the path of its `type`. */
import { z } from 'zod'
import { mostTools, toolDefinition } from '../../contract/chat/tools'
import { samplingSettings } from '../../contract/settings/sampling'
import { samplingRanges } from '../../contract/settings/setting-ranges'
import { anyValueOf, type UnsupportedFields } from '../unsupported'

export const unsupportedFields = {
  container: [],
  mcp_servers: [[]],
  inference_geo: [],
  diagnostics: [],
  service_tier: ['auto', 'standard_only'],
  speed: ['standard'],
  billing_policy: [],
  compaction: [],
  fallback_credit_token: [],
  fallbacks: [],
  thread: [],
  user_profile_id: [],
  workspace_id: [],
  // Nothing is cleared from the prompt, which is what Claude Code asks for.
  context_management: [
    { edits: [] },
    { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    { edits: [{ type: 'clear_thinking_20251015', keep: { type: 'all' } }] },
  ],
} satisfies UnsupportedFields

export const unsupportedToolFields = {
  allowed_callers: [['direct']],
  input_examples: [[]],
} satisfies UnsupportedFields

/** The engine has one lifetime for all pins, so `ttl` and `scope` change nothing. */
const cacheControl = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional(), scope: z.string().optional() })
  .nullish()
const citations = z.array(z.never(), { error: 'Headroom writes no citations' }).nullish()

const textBlock = z.strictObject({ type: z.literal('text'), text: z.string(), cache_control: cacheControl, citations })
const texts = z.union([z.string(), z.array(textBlock)])

const documentBlock = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
      z.strictObject({ type: z.literal('content'), content: texts }),
    ],
    { error: 'Headroom reads documents of the types text and content' },
  ),
  title: z.string().nullish(),
  context: z.string().nullish(),
  cache_control: cacheControl,
  citations: z.strictObject({ enabled: z.literal(false).optional() }).nullish(),
})

const referenceBlock = z.strictObject({ type: z.literal('tool_reference'), tool_name: z.string().min(1), cache_control: cacheControl })

const resultContent = z.union([
  z.string(),
  z.array(
    z.discriminatedUnion('type', [textBlock, documentBlock, referenceBlock], {
      error: 'Headroom reads tool results of the types text, document and tool_reference',
    }),
  ),
])
const resultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: resultContent.optional(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl,
})

const thinkingBlock = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().optional() })
const useBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.json()),
  caller: z.strictObject({ type: z.literal('direct') }).nullish(),
  cache_control: cacheControl,
})

const userBlock = z.discriminatedUnion('type', [textBlock, documentBlock, resultBlock], {
  error: 'Headroom reads blocks of the types text, document and tool_result in a message of the user',
})
const assistantBlock = z.discriminatedUnion('type', [textBlock, thinkingBlock, useBlock], {
  error: 'Headroom reads blocks of the types text, thinking and tool_use in a message of the assistant',
})
export type UserBlock = z.infer<typeof userBlock>
export type AssistantBlock = z.infer<typeof assistantBlock>
export type ResultBlock = z.infer<typeof resultBlock>
export type DocumentBlock = z.infer<typeof documentBlock>
export type Texts = z.infer<typeof texts>

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(userBlock)]) }),
  z.strictObject({ role: z.literal('assistant'), content: z.union([z.string(), z.array(assistantBlock)]) }),
  z.strictObject({ role: z.literal('system'), content: texts }),
])
export type AnthropicMessage = z.infer<typeof message>

const tool = z.strictObject({
  ...anyValueOf(unsupportedToolFields),
  type: z.literal('custom', { error: 'Headroom runs no tools of Anthropic. Send tools of the type custom' }).nullish(),
  name: toolDefinition.shape.name,
  description: toolDefinition.shape.description.optional(),
  input_schema: toolDefinition.shape.parameters,
  cache_control: cacheControl,
  /** A deferred tool joins the prompt when a tool result refers to it. */
  defer_loading: z.boolean().optional(),
  /** Calls always follow their schema. */
  strict: z.boolean().optional(),
  /** Arguments always arrive in pieces. */
  eager_input_streaming: z.boolean().nullish(),
})

const parallel = { disable_parallel_tool_use: z.boolean().optional() }
const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...parallel }),
  z.strictObject({ type: z.literal('any'), ...parallel }),
  z.strictObject({ type: z.literal('tool'), name: z.string().min(1).max(128), ...parallel }),
  z.strictObject({ type: z.literal('none') }),
])

/** A local model has no summary of its reasoning, so `summarized` shows all of it. */
const display = z.enum(['summarized', 'omitted']).nullish()
const thinking = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1).max(samplingRanges.reasoningBudgetTokens.most), display }),
    z.strictObject({ type: z.literal('adaptive'), display }),
    z.strictObject({ type: z.literal('disabled') }),
  ],
  { error: 'Headroom takes the types enabled, adaptive and disabled' },
)

const format = z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.json()), name: z.string().optional() })

const counted = {
  model: z.string().min(1),
  messages: z.array(message),
  system: texts.optional(),
  tools: z.array(tool).max(mostTools).optional(),
  tool_choice: toolChoice.optional(),
  thinking: thinking.optional(),
  cache_control: cacheControl,
  output_config: z
    .strictObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(), format: format.nullish() })
    .optional(),
  output_format: format.nullish(),
}

export const countRequest = z.strictObject({ ...anyValueOf(unsupportedFields), ...counted })
export const messagesRequest = z.strictObject({
  ...anyValueOf(unsupportedFields),
  ...counted,
  messages: z.array(message).min(1),
  max_tokens: samplingSettings.shape.maxTokens.unwrap(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  stop_sequences: samplingSettings.shape.stopTexts.optional(),
  stream: z.boolean().optional(),
  temperature: samplingSettings.shape.temperature.optional(),
  top_k: samplingSettings.shape.topK.optional(),
  top_p: samplingSettings.shape.topP.optional(),
})
export type CountRequest = z.infer<typeof countRequest>
export type MessagesRequest = z.infer<typeof messagesRequest>
