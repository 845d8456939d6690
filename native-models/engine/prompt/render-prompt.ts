/** Control tokens come only from the template, and from the markup and calls of answers, never from other text of a message. */

import { type ChatHistoryItem, type ChatWrapper, GeneralChatWrapper, type LlamaModel, resolveChatWrapper, type Token } from 'node-llama-cpp'
import { syntaxOf } from '../../../core/answer-syntax/derive/syntax-of'
import { markersIn } from '../../../core/answer-syntax/markers-in'
import type { AnswerSyntax } from '../../../core/answer-syntax/syntax'
import type { PromptSettings } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { LoadedModel } from '../../../core/contract/models/models'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { templateTextOf } from '../../../core/messages/parts-of'
import type { PromptSegment } from '../../../core/templates/marked-texts'
import { messageOf } from '../../../core/text/message-of'
import { ControlTexts } from '../tokens/control-texts'
import { abilitiesOf } from './abilities'
import { assertTools } from './assert-tools'
import { withinDeadline } from './render-deadline'
import { TemplatePrompt } from './template-prompt'
import { type PromptTrace, traceSegments } from './trace-segments'
import { wrapperSegments } from './wrapper-segments'

type TemplateInUse = LoadedModel['chatTemplate']

export interface PromptRenderer {
  readonly template: TemplateInUse
  /** How the model writes answers. */
  readonly syntax: AnswerSyntax
  /** Control tokens of the syntax, such as `<|channel|>`: the text of an answer shows them. */
  readonly markers: ReadonlySet<Token>
  /** Leaves a last message from the assistant open, so that it can be continued. Throws `template-failed`, `tools-refused`. */
  render(messages: readonly PromptMessage[], settings?: PromptSettings): Token[]
  trace(messages: readonly PromptMessage[], settings?: PromptSettings): PromptTrace
  /** The messages with the texts that the prompt has: without reasoning that the prompt leaves out. */
  shown(messages: readonly PromptMessage[], settings?: PromptSettings): PromptMessage[]
  /** The end of the prompt that belongs to the answer, such as `<think>`. Throws `template-failed`. */
  opening(settings: PromptSettings): string
  readonly stopTexts: readonly string[]
  readonly stopTokens: ReadonlySet<Token>
}

/** `own` is the user's template, null for the file's, or '' for a built-in one. Throws `template-failed`. */
export async function promptRenderer(model: LlamaModel, own: string | null = null): Promise<PromptRenderer> {
  const { bosString, eosString } = model.tokens
  const ends = { bosToken: bosString ?? '', eosToken: eosString ?? '' }
  const promptOf = (text: string) => TemplatePrompt.of(text, ends)
  const { wrapper, source, prompt } =
    own === null
      ? await ownWrapper(model, promptOf)
      : own === ''
        ? { ...fallbackWrapper(model, { jinjaTemplate: { template: '' } }), prompt: null }
        : { ...userWrapper(model, own), prompt: await promptOf(own).catch(failed) }
  const syntax = prompt?.syntax ?? (await syntaxByName(chatTemplateOf(model) ?? ''))
  const controlTexts = new ControlTexts(model)
  const isUnsafe = (text: string): boolean => controlTexts.isIn(text)
  const markers = markerTokens(model, syntax)
  const endsAnswer = (text: string): boolean => controlTexts.isIn(text, markers)
  const segments = (messages: readonly PromptMessage[], settings: PromptSettings): PromptSegment[] => {
    assertTools(settings.tools ?? [], prompt?.capabilities.tools ?? false, isUnsafe)
    return prompt
      ? prompt.segments(messages, settings, { isUnsafe, endsAnswer })
      : wrapperSegments(wrapper, model, messages, isUnsafe, settings)
  }
  const trace = (messages: readonly PromptMessage[], settings: PromptSettings = defaultSampling): PromptTrace => {
    try {
      return traceSegments(model, segments(messages, settings))
    } catch (error) {
      return failed(error)
    }
  }
  return {
    template: { source, name: wrapper.wrapperName, abilities: prompt && abilitiesOf(prompt.capabilities) },
    syntax,
    markers,
    trace,
    render: (messages, settings) => trace(messages, settings).tokens,
    shown: (messages, settings = defaultSampling) =>
      prompt?.shown(messages, settings) ?? messages.map((message) => ({ role: message.role, text: templateTextOf(message) })),
    opening: (settings) => prompt?.openingOf(settings) ?? '',
    ...stopsOf(wrapper, model),
  }
}

function failed(error: unknown): never {
  if (error instanceof CodedError) throw error
  throw coded('template-failed', { reason: { kind: 'jinja', quoted: messageOf(error) } })
}

function markerTokens(model: LlamaModel, syntax: AnswerSyntax): Set<Token> {
  const tokens = markersIn(syntax).flatMap((marker) => model.tokenize(marker, true))
  return new Set(tokens.filter((token) => model.isSpecialToken(token) && !model.isEogToken(token)))
}

function stopsOf(wrapper: ChatWrapper, model: LlamaModel): Pick<PromptRenderer, 'stopTexts' | 'stopTokens'> {
  const stopTexts: string[] = []
  const stopTokens = new Set<Token>()
  for (const trigger of stopTriggers(wrapper)) {
    const [first] = trigger.tokenize(model.tokenizer)
    if (first !== undefined && model.isSpecialToken(first)) stopTokens.add(first)
    else if (trigger.values.every((value) => typeof value === 'string') && trigger.toString().trim() !== '')
      stopTexts.push(trigger.toString())
  }
  return { stopTexts, stopTokens }
}

function stopTriggers(wrapper: ChatWrapper) {
  const chatHistory: ChatHistoryItem[] = [
    { type: 'user', text: 'hello' },
    { type: 'model', response: [] },
  ]
  try {
    return withinDeadline(() => wrapper.generateContextState({ chatHistory })).stopGenerationTriggers
  } catch (error) {
    return failed(error)
  }
}

/** Without them, Firefunction's template fails. */
const wrapperVariables = { functions: '', datetime: '' }

interface TemplateWrapper {
  /** Knows where an answer ends, and renders the prompt if there is no `TemplatePrompt`. */
  readonly wrapper: ChatWrapper
  readonly source: TemplateInUse['source']
}

/** The syntax of a model whose template cannot run. */
const syntaxByName = (template: string): Promise<AnswerSyntax> => syntaxOf(async () => ({ failed: 'threw' }), template)

function chatTemplateOf(model: LlamaModel): string | null {
  const own = model.fileInfo.metadata.tokenizer?.chat_template
  return typeof own === 'string' && own.trim() !== '' ? own : null
}

async function ownWrapper(
  model: LlamaModel,
  promptOf: (text: string) => Promise<TemplatePrompt>,
): Promise<TemplateWrapper & { readonly prompt: TemplatePrompt | null }> {
  const own = chatTemplateOf(model)
  if (own === null) return { ...fallbackWrapper(model), prompt: null }
  try {
    const prompt = await promptOf(own)
    const wrapper = withinDeadline(() =>
      resolveChatWrapper(model, {
        type: 'jinjaTemplate',
        customWrapperSettings: { jinjaTemplate: { additionalRenderParameters: wrapperVariables } },
        fallbackToOtherWrappersOnJinjaError: false,
        warningLogs: false,
      }),
    )
    return { wrapper, source: 'model', prompt }
  } catch {
    // The renderer can't run this template.
    return { ...fallbackWrapper(model), prompt: null }
  }
}

/** To find the nearest built-in template, node-llama-cpp runs the file's template, unless `customWrapperSettings` has an empty one. */
function fallbackWrapper(
  model: LlamaModel,
  customWrapperSettings: { readonly jinjaTemplate?: { readonly template: string } } = {},
): TemplateWrapper {
  const nearest = withinDeadline(() =>
    resolveChatWrapper(model, { type: 'auto', noJinja: true, warningLogs: false, customWrapperSettings }),
  )
  return { wrapper: nearest ?? new GeneralChatWrapper(), source: 'fallback' }
}

function userWrapper(model: LlamaModel, template: string): TemplateWrapper {
  try {
    const wrapper = withinDeadline(() =>
      resolveChatWrapper(model, {
        type: 'jinjaTemplate',
        customWrapperSettings: { jinjaTemplate: { template, additionalRenderParameters: wrapperVariables } },
        fallbackToOtherWrappersOnJinjaError: false,
        warningLogs: false,
      }),
    )
    return { wrapper, source: 'user' }
  } catch (error) {
    return failed(error)
  }
}
