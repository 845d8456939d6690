import type { SamplingSettings } from '../../contract/settings/sampling'
import { schemaGrammar } from '../json-schema'
import { parseBody } from '../parse-body'
import { fieldRefused } from '../refusal'
import type { ChatPrompt, ServedClient, ServedRequest } from '../served-request'
import { refuseUnsupported } from '../unsupported'
import { promptOf } from './prompt-of'
import { type CountRequest, countRequest, type MessagesRequest, messagesRequest, unsupportedFields } from './request-schema'

export interface AnthropicRequest {
  readonly request: ServedRequest
  readonly stream: boolean
  /** Whether the answer leaves the text of its reasoning out. */
  readonly omitsThinking: boolean
}

/** Throws `api-field-refused`. */
export function readMessages(body: unknown, client: ServedClient): AnthropicRequest {
  const sent = parseBody(messagesRequest, body)
  const { prompt, sampling } = promptAndSampling(sent)
  const { thinking, metadata } = sent
  return {
    request: {
      client: { ...client, ...(metadata?.user_id ? { user: metadata.user_id } : {}) },
      model: sent.model,
      prompt,
      sampling: { ...sampling, ...generationOf(sent) },
      answers: 1,
      topLogprobs: null,
      pinned: hasPin(sent),
    },
    stream: sent.stream ?? false,
    omitsThinking: thinking !== undefined && 'display' in thinking && thinking.display === 'omitted',
  }
}

export interface AnthropicCount {
  readonly model: string
  readonly prompt: ChatPrompt
  readonly sampling: Partial<SamplingSettings>
}

export function readCount(body: unknown): AnthropicCount {
  const sent = parseBody(countRequest, body)
  return { model: sent.model, ...promptAndSampling(sent) }
}

function promptAndSampling(sent: CountRequest) {
  refuseUnsupported(sent, unsupportedFields)
  const prompt = promptOf(sent)
  const choice = sent.tool_choice
  if (choice?.type === 'tool' && !prompt.tools.some(({ name }) => name === choice.name))
    throw fieldRefused('tool_choice.name', { kind: 'zod', quoted: 'No tool of the request has this name' })
  if ((choice?.type === 'any' || choice?.type === 'tool') && prompt.tools.length === 0)
    throw fieldRefused('tool_choice', { kind: 'needs', other: 'tools' })
  return { prompt, sampling: { ...thinkingOf(sent), ...choiceOf(choice), ...grammarIn(sent) } }
}

const generationOf = (sent: MessagesRequest): Partial<SamplingSettings> => ({
  maxTokens: sent.max_tokens,
  ...(sent.temperature === undefined ? {} : { temperature: sent.temperature }),
  ...(sent.top_k === undefined ? {} : { topK: sent.top_k }),
  ...(sent.top_p === undefined ? {} : { topP: sent.top_p }),
  ...(sent.stop_sequences === undefined ? {} : { stopTexts: sent.stop_sequences }),
})

function thinkingOf({ thinking, output_config }: CountRequest): Partial<SamplingSettings> {
  const effort = output_config?.effort
  return {
    ...(thinking?.type === 'enabled' ? { thinking: 'on' as const, reasoningBudgetTokens: thinking.budget_tokens } : {}),
    ...(thinking?.type === 'disabled' ? { thinking: 'off' as const } : {}),
    ...(effort ? { reasoningEffort: effort } : {}),
  }
}

function choiceOf(choice: CountRequest['tool_choice']): Partial<SamplingSettings> {
  if (choice === undefined) return {}
  const toolChoice = choice.type === 'any' ? 'required' : choice.type === 'tool' ? { tool: choice.name } : choice.type
  return { toolChoice, ...('disable_parallel_tool_use' in choice ? { parallelCalls: choice.disable_parallel_tool_use !== true } : {}) }
}

function grammarIn({ output_config, output_format }: CountRequest): Partial<SamplingSettings> {
  const [field, format] = output_config?.format
    ? ['output_config.format.schema', output_config.format]
    : ['output_format.schema', output_format]
  return format ? { grammar: schemaGrammar(field as string, (format as { schema: unknown }).schema) } : {}
}

const opaque = new Set(['input', 'input_schema', 'schema'])

/** A pin anywhere pins the whole prompt. */
function hasPin(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => (key === 'cache_control' ? inner !== null : !opaque.has(key) && hasPin(inner)))
}
