/** Conversations, and the prompts that llama.cpp renders for them (native-models/fixtures/template-renderings). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import type { ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'

const folder = join(import.meta.dirname, '../../fixtures/template-renderings')

/** As in OpenAI's API. */
interface ApiMessage {
  readonly role: PromptMessage['role']
  readonly content: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[]
  readonly name?: string
  readonly tool_call_id?: string
}
interface ApiConversations {
  readonly unixSeconds: number
  readonly conversations: Readonly<
    Record<string, { readonly messages: readonly ApiMessage[]; readonly tools?: readonly { readonly function: ToolDefinition }[] }>
  >
}
export interface Conversation {
  readonly messages: readonly PromptMessage[]
  readonly tools: ToolDefinition[]
}
type Rendering = string | { readonly error: string }

const input: ApiConversations = JSON.parse(readFileSync(join(folder, 'conversations.json'), 'utf8'))

const inUtc = new Date(input.unixSeconds * 1000)
/** The local time at which the clock shows what it showed to llama.cpp in UTC, because some prompts contain the date. */
export const renderedAt = new Date(inUtc.getTime() + inUtc.getTimezoneOffset() * 60_000)

export const conversations: ReadonlyMap<string, Conversation> = new Map(
  Object.entries(input.conversations).map(([title, { messages, tools = [] }]) => [
    title,
    { messages: messages.map(promptMessage), tools: tools.map((tool) => tool.function) },
  ]),
)

/** By the name of the template and the title of the conversation. */
export const llamaRenderings: Readonly<Record<string, Readonly<Record<string, Rendering>>>> = JSON.parse(
  brotliDecompressSync(readFileSync(join(folder, 'renderings.json.br'))).toString(),
)

/** A message as Headroom imports it: its parts contain only text, without markup. */
function promptMessage(message: ApiMessage): PromptMessage {
  let text = ''
  const range = (added: string) => {
    text += added
    return { from: text.length - added.length, to: text.length }
  }
  const { role, content, reasoning_content: reasoning, tool_calls: calls = [] } = message
  if (role === 'tool')
    return {
      role,
      text: content,
      parts: [{ type: 'tool-result', from: 0, to: content.length, id: `${message.tool_call_id}`, name: `${message.name}`, isError: false }],
    }
  if (!reasoning && calls.length === 0) return { role, text: content }
  const parts: MessagePart[] = []
  if (reasoning) parts.push({ type: 'reasoning', ...range(reasoning), tokens: 0, ms: 0 })
  if (content) parts.push({ type: 'text', ...range(content) })
  for (const { id, function: call } of calls) parts.push({ type: 'tool-call', ...range(call.arguments), id, ...call })
  return { role, text, parts }
}
