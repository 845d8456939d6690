/** Turns Anthropic's system, messages and tools into a prompt. */
import type { ToolDefinition } from '../../contract/chat/tools'
import type { PromptMessage } from '../../contract/chat/turn'
import { frameOf } from '../../documents/document-frame'
import { fieldRefused, refuseSameNames } from '../refusal'
import { unsealed } from '../sealed-reasoning'
import { callOf, reasoningPiece, servedMessage, textPiece, toolMessage } from '../served-message'
import type { ChatPrompt } from '../served-request'
import { refuseUnsupported } from '../unsupported'
import {
  type AnthropicMessage,
  type AssistantBlock,
  type CountRequest,
  type DocumentBlock,
  type ResultBlock,
  type Texts,
  type UserBlock,
  unsupportedToolFields,
} from './request-schema'

/** Throws `api-field-refused`. */
export function promptOf({ system, messages, tools }: Pick<CountRequest, 'system' | 'messages' | 'tools'>): ChatPrompt {
  const names = new Map<string, string>()
  const first = system === undefined || system.length === 0 ? [] : [servedMessage('system', [textPiece(textIn(system))])]
  const isLater = (index: number) => messages.slice(0, index).some(({ role }) => role !== 'system')
  const rest = messages.flatMap((message, index) =>
    message.role === 'system' && isLater(index) ? [reminder(textIn(message.content))] : messagesOf(message, `messages[${index}]`, names),
  )
  return { kind: 'chat', messages: [...first, ...rest], tools: toolsOf(tools, referredTo(messages)) }
}

function toolsOf(tools: CountRequest['tools'] = [], referred: ReadonlySet<string>): ToolDefinition[] {
  refuseSameNames(
    tools.map(({ name }) => name),
    (index) => `tools[${index}].name`,
  )
  return tools.flatMap((tool, index) => {
    refuseUnsupported(tool, unsupportedToolFields, `tools[${index}].`)
    if (tool.defer_loading && !referred.has(tool.name)) return []
    return [{ name: tool.name, description: tool.description ?? '', parameters: tool.input_schema }]
  })
}

/** Names of deferred tools that a search of the client has found. */
function referredTo(messages: readonly AnthropicMessage[]): Set<string> {
  const names = new Set<string>()
  for (const { content } of messages) {
    if (typeof content === 'string') continue
    for (const block of content) {
      if (block.type !== 'tool_result' || typeof block.content !== 'object') continue
      for (const part of block.content) if (part.type === 'tool_reference') names.add(part.tool_name)
    }
  }
  return names
}

/** Many templates take a system message only at the start. The tag is the one that Claude Code uses. */
const reminder = (text: string): PromptMessage => servedMessage('user', [textPiece(`<system-reminder>\n${text}\n</system-reminder>`)])

/** Each result becomes a message, and the text of the user follows. */
function messagesOf(message: AnthropicMessage, path: string, names: Map<string, string>): PromptMessage[] {
  if (message.role === 'system') return [servedMessage('system', [textPiece(textIn(message.content))])]
  if (typeof message.content === 'string') return [servedMessage(message.role, [textPiece(message.content)])]
  if (message.role === 'assistant') {
    for (const block of message.content) if (block.type === 'tool_use') names.set(block.id, block.name)
    return [servedMessage('assistant', message.content.map(pieceOf))]
  }
  const results = message.content.flatMap((block, index) =>
    block.type === 'tool_result' ? [resultOf(block, `${path}.content[${index}]`, names)] : [],
  )
  const said = message.content.flatMap((block) => (block.type === 'tool_result' ? [] : [spoken(block)]))
  return said.length === 0 && results.length > 0 ? results : [...results, servedMessage('user', [textPiece(said.join('\n'))])]
}

function resultOf(block: ResultBlock, path: string, names: ReadonlyMap<string, string>): PromptMessage {
  const name = names.get(block.tool_use_id)
  if (name === undefined)
    throw fieldRefused(`${path}.tool_use_id`, { kind: 'zod', quoted: 'No earlier message has a tool_use block with this id' })
  const { content = '' } = block
  const text = typeof content === 'string' ? content : content.map(resultText).join('\n')
  return toolMessage(block.tool_use_id, name, block.is_error ? `Error: ${text}` : text, block.is_error)
}

function pieceOf(block: AssistantBlock) {
  switch (block.type) {
    case 'text':
      return textPiece(block.text)
    case 'thinking':
      return reasoningPiece(block.thinking || (unsealed(block.signature ?? '') ?? ''))
    case 'tool_use':
      return callOf(block.id, block.name, JSON.stringify(block.input))
  }
}

const resultText = (block: Exclude<ResultBlock['content'], string | undefined>[number]): string =>
  block.type === 'tool_reference' ? `The tool ${block.tool_name} is available.` : spoken(block)

const spoken = (block: Exclude<UserBlock, ResultBlock>): string => (block.type === 'text' ? block.text : framed(block))

function framed({ title, context, source }: DocumentBlock): string {
  const text = source.type === 'text' ? source.data : textIn(source.content)
  return frameOf({ name: title ?? 'document', text: context ? `${context}\n\n${text}` : text })
}

const textIn = (texts: Texts): string => (typeof texts === 'string' ? texts : texts.map(({ text }) => text).join('\n'))
