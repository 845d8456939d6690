import type { PromptMessage } from '../../contract/chat/turn'
import type { TemplateAbilities } from '../../contract/models/template-abilities'
import type { SamplingSettings } from '../../contract/settings/sampling'
import { anyJsonObject, schemaGrammar } from '../json-schema'
import { limitOf, mostPredictOf, slotOf } from '../llama-cpp/request-schema'
import { parseBody } from '../parse-body'
import { fieldRefused, notSupported, refuseSameNames, refuseSecond, valueNotSupported } from '../refusal'
import { callOf, reasoningPiece, servedMessage, textPiece, toolMessage } from '../served-message'
import type { ServedClient, ServedRequest } from '../served-request'
import { refuseUnsupported } from '../unsupported'
import { type ChatContent, type ChatMessage, type ChatRequest, chatRequest, unsupportedFields } from './chat-schema'
import { sharedSampling } from './sampling-schema'

export interface ReadChat {
  readonly request: ServedRequest
  readonly isStreamed: boolean
  readonly includesUsage: boolean
  readonly includesProgress: boolean
  readonly timesTokens: boolean
}

/** `abilities` are those of the model's chat template. Throws `api-field-refused`. */
export function readChat(body: unknown, client: ServedClient, abilities: TemplateAbilities | null): ReadChat {
  const sent = parseBody(chatRequest, body)
  refuseUnsupported(sent, unsupportedFields)
  const { messages, tools, n, logprobs, top_logprobs, stream, stream_options } = sent
  if (stream_options && !stream) throw fieldRefused('stream_options', { kind: 'needs', other: 'stream' })
  checkLastMessage(sent)
  if (typeof top_logprobs === 'number' && !logprobs) throw fieldRefused('top_logprobs', { kind: 'needs', other: 'logprobs' })
  refuseSameNames(
    (tools ?? []).map((tool) => tool.function.name),
    (index) => `tools[${index}].function.name`,
  )
  const user = sent.safety_identifier ?? sent.user
  return {
    request: {
      client: user ? { ...client, user } : client,
      model: sent.model ?? null,
      prompt: {
        kind: 'chat',
        messages: messagesOf(messages),
        tools: allowedTools(sent).map(({ function: { name, description, parameters } }) => ({
          name,
          description: description ?? '',
          parameters: parameters ?? { type: 'object', properties: {} },
        })),
      },
      sampling: samplingOf(sent, abilities),
      answers: n ?? 1,
      topLogprobs: logprobs ? (top_logprobs ?? 0) : null,
      usesCache: sent.cache_prompt,
      slot: slotOf(sent),
      mostPredictMs: mostPredictOf(sent),
    },
    isStreamed: stream ?? false,
    includesUsage: stream_options?.include_usage ?? false,
    includesProgress: sent.return_progress ?? false,
    timesTokens: sent.timings_per_token ?? false,
  }
}

/** The model continues a last message of the assistant, and begins an answer after any other. */
function checkLastMessage({ messages, add_generation_prompt: begins, continue_final_message: continues }: ChatRequest): void {
  const isOwn = messages.at(-1)?.role === 'assistant'
  if (begins && continues) throw fieldRefused('continue_final_message', { kind: 'conflicts', other: 'add_generation_prompt' })
  if (continues !== undefined && continues !== isOwn) throw valueNotSupported('continue_final_message')
  if (begins === false && !isOwn) throw valueNotSupported('add_generation_prompt')
  if (isOwn && messages.at(-2)?.role === 'assistant')
    throw fieldRefused(`messages[${messages.length - 1}].role`, {
      kind: 'zod',
      quoted: 'Two messages of the assistant end the conversation',
    })
}

function messagesOf(messages: readonly ChatMessage[]): PromptMessage[] {
  const names = new Map<string, string>()
  return messages.map((message, index): PromptMessage => {
    switch (message.role) {
      case 'assistant': {
        for (const { id, function: called } of message.tool_calls ?? []) names.set(id, called.name)
        return servedMessage('assistant', [
          ...(message.reasoning_content ? [reasoningPiece(message.reasoning_content)] : []),
          ...(message.content ? [textPiece(textOf(message.content))] : []),
          ...(message.refusal ? [textPiece(message.refusal)] : []),
          ...(message.tool_calls ?? []).map(({ id, function: called }) => callOf(id, called.name, called.arguments)),
        ])
      }
      case 'tool': {
        const name = names.get(message.tool_call_id) ?? message.name
        if (!name)
          throw fieldRefused(`messages[${index}].tool_call_id`, { kind: 'zod', quoted: 'No earlier message has a call with this id' })
        return toolMessage(message.tool_call_id, name, textOf(message.content))
      }
      default:
        return servedMessage(message.role === 'user' ? 'user' : 'system', [textPiece(textOf(message.content))])
    }
  })
}

const textOf = (content: ChatContent): string => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'))

function samplingOf(sent: ChatRequest, abilities: TemplateAbilities | null): Partial<SamplingSettings> {
  const { tool_choice, parallel_tool_calls } = sent
  assertChoice(sent)
  return {
    ...sharedSampling(sent, limitOf(sent)),
    ...(tool_choice ? { toolChoice: choiceOf(tool_choice) } : {}),
    ...(typeof parallel_tool_calls === 'boolean' ? { parallelCalls: parallel_tool_calls } : {}),
    ...thinkingOf(sent, abilities),
    ...grammarOf(sent),
  }
}

function assertChoice({ tool_choice, tools }: ChatRequest): void {
  if (!tool_choice || tool_choice === 'auto' || tool_choice === 'none') return
  if (!tools || tools.length === 0) throw fieldRefused('tool_choice', { kind: 'needs', other: 'tools' })
  if (tool_choice === 'required') return
  const isAllowed = tool_choice.type === 'allowed_tools'
  const chosen = isAllowed ? tool_choice.allowed_tools.tools : [tool_choice]
  const unknown = chosen.findIndex(({ function: { name } }) => !tools.some((tool) => tool.function.name === name))
  if (unknown < 0) return
  const path = isAllowed ? `tool_choice.allowed_tools.tools[${unknown}]` : 'tool_choice'
  throw fieldRefused(`${path}.function.name`, { kind: 'zod', quoted: 'No tool of the request has this name' })
}

function choiceOf(choice: NonNullable<ChatRequest['tool_choice']>): SamplingSettings['toolChoice'] {
  if (typeof choice === 'string') return choice
  return choice.type === 'allowed_tools' ? choice.allowed_tools.mode : { tool: choice.function.name }
}

/** The model cannot call a tool that it does not know. */
function allowedTools({ tools, tool_choice }: ChatRequest): NonNullable<ChatRequest['tools']> {
  if (!tools || typeof tool_choice !== 'object' || tool_choice?.type !== 'allowed_tools') return tools ?? []
  const allowed = new Set(tool_choice.allowed_tools.tools.map((tool) => tool.function.name))
  return tools.filter((tool) => allowed.has(tool.function.name))
}

/** Refused if the model's template cannot follow it. */
function thinkingOf(
  { reasoning_effort: effort, chat_template_kwargs: variables }: ChatRequest,
  abilities: TemplateAbilities | null,
): Partial<SamplingSettings> {
  const canSwitch = abilities !== null && abilities.thinking !== null
  const wanted = variables?.enable_thinking
  if (wanted !== undefined && !canSwitch) throw notSupported('chat_template_kwargs.enable_thinking')
  const switched: Partial<SamplingSettings> = wanted === undefined ? {} : { thinking: wanted ? 'on' : 'off' }
  if (!effort) return switched
  const efforts = abilities?.efforts ?? []
  if (efforts.includes(effort)) return { ...(canSwitch ? { thinking: 'on' } : {}), ...switched, reasoningEffort: effort }
  if (canSwitch && (effort === 'none' || efforts.length === 0)) return { thinking: effort === 'none' ? 'off' : 'on', ...switched }
  throw canSwitch || efforts.length > 0 ? valueNotSupported('reasoning_effort') : notSupported('reasoning_effort')
}

function grammarOf({ response_format: format, grammar, json_schema }: ChatRequest): Partial<SamplingSettings> {
  refuseSecond([
    ...(format && format.type !== 'text' ? ['response_format'] : []),
    ...(grammar === undefined ? [] : ['grammar']),
    ...(json_schema === undefined ? [] : ['json_schema']),
  ])
  if (grammar !== undefined) return { grammar: { kind: 'gbnf', text: grammar } }
  if (json_schema) return { grammar: schemaGrammar('json_schema', json_schema) }
  if (!format || format.type === 'text') return {}
  return {
    grammar:
      format.type === 'json_object'
        ? schemaGrammar('response_format.schema', format.schema ?? anyJsonObject)
        : schemaGrammar('response_format.json_schema.schema', format.json_schema.schema),
  }
}
