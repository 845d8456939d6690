/**
 * The variables with which a chat template is rendered, as llama.cpp builds them.
 *
 * Source: `common_chat_msg::to_json_oaicompat` and `common_chat_template_direct_apply_impl` in common/chat.cpp.
 */
import type { ChatMessage, JsonObject, ToolDefinition } from './messages'

export type TemplateVariables = JsonObject

/** How a template wants its input. `probeTemplate` finds out. */
export interface TemplateNeeds {
  readonly arguments: 'object' | 'string'
  /** The field of a message that holds its reasoning. */
  readonly reasoningField: 'reasoning_content' | 'thinking' | 'reasoning'
  /** If false, a system message is put in front of the next message's text. */
  readonly systemRole: boolean
  /** The text of an answer that has only calls. */
  readonly emptyText: '' | null
}

export const defaultNeeds: TemplateNeeds = { arguments: 'object', reasoningField: 'reasoning_content', systemRole: true, emptyText: '' }

export interface PromptInput {
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly ToolDefinition[]
  readonly addGenerationPrompt: boolean
  /** The model's BOS and EOS tokens, as text. */
  readonly bosToken: string
  readonly eosToken: string
  /** `enable_thinking`, `reasoning_effort` and other variables that the template reads. */
  readonly settings?: JsonObject
}

/** Arguments that are not JSON stay text. */
export function templateVariables(input: PromptInput, needs: TemplateNeeds = defaultNeeds): TemplateVariables {
  const messages = input.messages.flatMap((message) => messagesOf(message, needs))
  const tools = (input.tools ?? []).map((tool) => ({ type: 'function', function: tool }))
  return {
    messages: needs.systemRole ? messages : withoutSystem(messages),
    ...(tools.length > 0 ? { tools } : {}),
    // Only Firefunction's template reads it, and fails without it. Older versions of llama.cpp set it in the same way.
    functions: tools.length > 0 ? JSON.stringify(tools, null, 2) : '',
    add_generation_prompt: input.addGenerationPrompt,
    bos_token: input.bosToken,
    eos_token: input.eosToken,
    enable_thinking: true,
    ...input.settings,
  }
}

/** A message with several tool results becomes one message per result. */
function messagesOf({ role, parts }: ChatMessage, needs: TemplateNeeds): JsonObject[] {
  if (role === 'tool')
    return parts.flatMap((part) =>
      part.type === 'tool-result' ? [{ role, name: part.name, tool_call_id: part.id, content: part.text }] : [],
    )
  const textOf = (type: 'text' | 'reasoning'): string => parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
  const reasoning = textOf('reasoning')
  const calls = parts.filter((part) => part.type === 'tool-call')
  return [
    {
      role,
      content: calls.length > 0 ? textOf('text') || needs.emptyText : textOf('text'),
      ...(reasoning === '' ? {} : { [needs.reasoningField]: reasoning }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, arguments: json }) => ({
              id,
              type: 'function',
              function: { name, arguments: needs.arguments === 'object' ? objectOf(json) : json },
            })),
          }),
    },
  ]
}

function withoutSystem(messages: readonly JsonObject[]): JsonObject[] {
  const [system, next, ...others] = messages
  if (system?.role !== 'system') return [...messages]
  return next === undefined ? [] : [{ ...next, content: `${system.content}\n${next.content}` }, ...others]
}

function objectOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
