import type { TemplateAbilities } from '../../contract/models/template-abilities'
import type { SamplingSettings } from '../../contract/settings/sampling'
import { anyJsonObject, schemaGrammar } from '../json-schema'
import { parseBody } from '../parse-body'
import { fieldRefused, refuseSameNames, valueNotSupported } from '../refusal'
import { servedMessage, textPiece } from '../served-message'
import type { ServedClient, ServedPrompt, ServedRequest } from '../served-request'
import { thinkingSettings } from '../thinking'
import { refuseUnsupported } from '../unsupported'
import { messagesOf } from './messages-of'
import { samplingOf } from './options'
import {
  chatRequest,
  generateRequest,
  type OllamaChat,
  type OllamaGenerate,
  type OllamaTool,
  showRequest,
  unsupportedCommon,
  unsupportedInGenerate,
} from './request-schema'

export interface OllamaRequest {
  /** null: the request only asks that the model is loaded. */
  readonly request: ServedRequest | null
  readonly model: string
  readonly stream: boolean
}

/** Ollama names a model without a tag `latest`. */
export const modelNameOf = (name: string): string => name.replace(/:latest$/, '')

export interface OllamaModelFacts {
  readonly contextTokens: number
  readonly abilities: TemplateAbilities | null
}
/** Throws if the model is unknown. */
type FactsOf = (model: string) => OllamaModelFacts

export function readChat(body: unknown, client: ServedClient, factsOf: FactsOf): OllamaRequest {
  const sent = parseBody(chatRequest, body)
  refuseUnsupported(sent, unsupportedCommon)
  const messages = messagesOf(sent.messages ?? [])
  refuseSameNames(
    (sent.tools ?? []).map((tool) => tool.function.name),
    (index) => `tools[${index}].function.name`,
  )
  const prompt = messages.length === 0 ? null : ({ kind: 'chat', messages, tools: (sent.tools ?? []).map(toolOf) } as const)
  return requestOf(sent, prompt, client, factsOf)
}

export function readGenerate(body: unknown, client: ServedClient, factsOf: FactsOf): OllamaRequest {
  const sent = parseBody(generateRequest, body)
  refuseUnsupported(sent, unsupportedInGenerate)
  return requestOf(sent, promptOf(sent), client, factsOf)
}

/** The name of the model. */
export function readShow(body: unknown): string {
  const { model, name } = parseBody(showRequest, body)
  const asked = model ?? name
  if (asked === undefined) throw fieldRefused('model', { kind: 'missing' })
  return modelNameOf(asked)
}

function promptOf({ prompt, system, raw }: OllamaGenerate): ServedPrompt | null {
  if (!prompt) return null
  if (raw) {
    if (system) throw fieldRefused('system', { kind: 'conflicts', other: 'raw' })
    return { kind: 'text', text: prompt }
  }
  const before = system ? [servedMessage('system', [textPiece(system)])] : []
  return { kind: 'chat', messages: [...before, servedMessage('user', [textPiece(prompt)])], tools: [] }
}

function requestOf(sent: OllamaChat | OllamaGenerate, prompt: ServedPrompt | null, client: ServedClient, factsOf: FactsOf): OllamaRequest {
  const model = modelNameOf(sent.model)
  assertStaysLoaded(sent.keep_alive)
  const { contextTokens, abilities } = factsOf(model)
  const sampling = { ...samplingOf(sent.options, contextTokens), ...thinkingOf(sent.think, abilities), ...formatOf(sent.format) }
  const topLogprobs = sent.logprobs ? (sent.top_logprobs ?? 0) : null
  if (sent.top_logprobs && !sent.logprobs) throw fieldRefused('top_logprobs', { kind: 'needs', other: 'logprobs' })
  return {
    request: prompt && { client, model, prompt, sampling, answers: 1, topLogprobs, contextTokens: sent.options?.num_ctx ?? undefined },
    model,
    stream: sent.stream ?? true,
  }
}

/** Throws `api-field-refused`. */
export function assertStaysLoaded(keepAlive: OllamaChat['keep_alive']): void {
  if (keepAlive !== undefined && keepAlive !== null && !/[1-9]/.test(String(keepAlive))) throw valueNotSupported('keep_alive')
}

function thinkingOf(think: OllamaChat['think'], abilities: TemplateAbilities | null): Partial<SamplingSettings> {
  if (think === undefined || think === null) return {}
  return thinkingSettings('think', think !== false, typeof think === 'string' ? think : null, abilities)
}

function formatOf(format: OllamaChat['format']): Partial<SamplingSettings> {
  if (!format) return {}
  return { grammar: schemaGrammar('format', format === 'json' ? anyJsonObject : format) }
}

const toolOf = ({ function: { name, description, parameters } }: OllamaTool) => ({
  name,
  description: description ?? '',
  parameters: parameters ?? { type: 'object', properties: {} },
})
