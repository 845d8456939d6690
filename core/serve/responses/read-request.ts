import type { TemplateAbilities } from '../../contract/models/template-abilities'
import type { SamplingSettings } from '../../contract/settings/sampling'
import { anyJsonObject, schemaGrammar } from '../json-schema'
import { parseBody } from '../parse-body'
import { fieldRefused } from '../refusal'
import { servedMessage, textPiece } from '../served-message'
import type { ServedClient, ServedRequest } from '../served-request'
import { thinkingSettings } from '../thinking'
import { refuseUnsupported } from '../unsupported'
import { messagesOf } from './messages-of'
import { joinedName, toolsOf } from './namespaces'
import { type InputItem, type ResponsesRequest, responsesRequest, unsupportedFields } from './request-schema'
import type { ResponseStore } from './response-store'

export interface ReadResponses {
  readonly request: ServedRequest
  readonly sent: ResponsesRequest
  /** The items of the conversation before the answer, without the instructions. */
  readonly items: readonly InputItem[]
}

/** Throws `api-field-refused`, and `api-response-unknown` for a previous response that is not stored. */
export function readResponses(
  body: unknown,
  client: ServedClient,
  store: ResponseStore,
  abilities: TemplateAbilities | null,
): ReadResponses {
  const sent = parseBody(responsesRequest, body)
  refuseUnsupported(sent, unsupportedFields)
  if (sent.stream_options && !sent.stream) throw fieldRefused('stream_options', { kind: 'needs', other: 'stream' })
  const earlier = sent.previous_response_id ? store.itemsAfter(sent.previous_response_id, client.keyName) : []
  const input: InputItem[] = typeof sent.input === 'string' ? [{ type: 'message', role: 'user', content: sent.input }] : sent.input
  const isCall = (item: InputItem) => item.type === 'function_call' || item.type === 'custom_tool_call'
  const calls = new Map(earlier.filter(isCall).map((item) => [item.call_id, joinedName(item)] as const))
  const known = { item: (id: string) => store.item(id, client.keyName), calls }
  const instructions = sent.instructions ? [servedMessage('system', [textPiece(sent.instructions)])] : []
  const resolved = input.map((item) => (item.type === 'item_reference' ? (known.item(item.id) ?? item) : item))
  // Messages in the input are checked separately, so that an error names an item of the input.
  messagesOf(resolved, known)
  const items = [...earlier, ...resolved]
  const messages = [...instructions, ...messagesOf(items, { ...known, calls: new Map() })]
  const tools = toolsOf(sent)
  checkChoice(sent, tools)
  const wantsLogprobs = sent.include?.includes('message.output_text.logprobs') ?? false
  const user = sent.safety_identifier ?? sent.user
  return {
    request: {
      client: user ? { ...client, user } : client,
      model: sent.model ?? null,
      prompt: { kind: 'chat', messages, tools },
      sampling: samplingOf(sent, abilities),
      answers: 1,
      topLogprobs: sent.top_logprobs ?? (wantsLogprobs ? 0 : null),
    },
    sent,
    items,
  }
}

function checkChoice({ tool_choice }: ResponsesRequest, tools: readonly { readonly name: string }[]): void {
  if (!tool_choice || tool_choice === 'auto' || tool_choice === 'none') return
  if (tools.length === 0) throw fieldRefused('tool_choice', { kind: 'needs', other: 'tools' })
  if (tool_choice !== 'required' && !tools.some(({ name }) => name === joinedName(tool_choice)))
    throw fieldRefused('tool_choice.name', { kind: 'zod', quoted: 'No tool of the request has this name' })
}

function samplingOf(sent: ResponsesRequest, abilities: TemplateAbilities | null): Partial<SamplingSettings> {
  const { max_output_tokens, temperature, top_p, tool_choice, parallel_tool_calls, reasoning, text } = sent
  return {
    ...(typeof max_output_tokens === 'number' ? { maxTokens: max_output_tokens } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof top_p === 'number' ? { topP: top_p } : {}),
    ...(tool_choice ? { toolChoice: typeof tool_choice === 'string' ? tool_choice : { tool: joinedName(tool_choice) } } : {}),
    ...(typeof parallel_tool_calls === 'boolean' ? { parallelCalls: parallel_tool_calls } : {}),
    ...effortOf(reasoning?.effort, abilities),
    ...formatOf(text?.format),
  }
}

function effortOf(
  effort: NonNullable<ResponsesRequest['reasoning']>['effort'],
  abilities: TemplateAbilities | null,
): Partial<SamplingSettings> {
  return effort ? thinkingSettings('reasoning.effort', effort !== 'none', effort, abilities) : {}
}

function formatOf(format: NonNullable<ResponsesRequest['text']>['format']): Partial<SamplingSettings> {
  if (!format || format.type === 'text') return {}
  return { grammar: schemaGrammar('text.format.schema', format.type === 'json_object' ? anyJsonObject : format.schema) }
}
