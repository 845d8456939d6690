/** Only the template may write control tokens, never a message. */

import { type ChatHistoryItem, type ChatWrapper, GeneralChatWrapper, type LlamaModel, resolveChatWrapper, type Token } from 'node-llama-cpp'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { LoadedModel } from '../../../core/contract/models/models'
import { messageOf } from '../../../core/text/message-of'
import { withinDeadline } from './render-deadline'
import { type PromptTrace, traceAfter, tracePrompt } from './trace-prompt'

export interface PromptRenderer {
  readonly template: LoadedModel['chatTemplate']
  /** Leaves a last message from the assistant open, so that it can be continued. Throws `template-failed`. */
  render(messages: readonly PromptMessage[]): Token[]
  trace(messages: readonly PromptMessage[]): PromptTrace
  readonly stopTexts: readonly string[]
  readonly stopTokens: ReadonlySet<Token>
}

/** `own` is the user's template, null for the file's, or '' for a built-in one. Throws `template-failed`. */
export function promptRenderer(model: LlamaModel, own: string | null = null): PromptRenderer {
  const { wrapper, template } =
    own === null ? wrapperOf(model) : own === '' ? fallbackWrapper(model, { jinjaTemplate: { template: '' } }) : userWrapper(model, own)
  const { bos, shouldPrependBosToken } = model.tokens
  const textOf = (messages: readonly PromptMessage[]) => contextOf(wrapper, messages).contextText
  const trace = (messages: readonly PromptMessage[]): PromptTrace => {
    const traced = tracePrompt(model, textOf(messages), messages, textOf)
    // As in llama.cpp, the vocabulary decides whether BOS is added, unless the template writes it.
    return shouldPrependBosToken && bos !== null && traced.tokens[0] !== bos ? traceAfter(bos, traced) : traced
  }
  return { template, trace, render: (messages) => trace(messages).tokens, ...stopsOf(wrapper, model) }
}

function stopsOf(wrapper: ChatWrapper, model: LlamaModel): Pick<PromptRenderer, 'stopTexts' | 'stopTokens'> {
  const stopTexts: string[] = []
  const stopTokens = new Set<Token>()
  for (const trigger of contextOf(wrapper, [{ role: 'user', text: 'hello' }]).stopGenerationTriggers) {
    const [first] = trigger.tokenize(model.tokenizer)
    if (first !== undefined && model.isSpecialToken(first)) stopTokens.add(first)
    else if (trigger.values.every((value) => typeof value === 'string') && trigger.toString().trim() !== '')
      stopTexts.push(trigger.toString())
  }
  return { stopTexts, stopTokens }
}

function wrapperOf(model: LlamaModel): { wrapper: ChatWrapper; template: LoadedModel['chatTemplate'] } {
  const own = model.fileInfo.metadata.tokenizer?.chat_template
  if (typeof own === 'string' && own.trim() !== '') {
    try {
      const wrapper = withinDeadline(() =>
        resolveChatWrapper(model, { type: 'jinjaTemplate', fallbackToOtherWrappersOnJinjaError: false, warningLogs: false }),
      )
      return { wrapper, template: { source: 'model', name: wrapper.wrapperName } }
    } catch {
      // node-llama-cpp can't run this template.
    }
  }
  return fallbackWrapper(model)
}

/** To find the nearest built-in template, node-llama-cpp runs the file's template, unless `customWrapperSettings` has an empty one. */
function fallbackWrapper(
  model: LlamaModel,
  customWrapperSettings: { readonly jinjaTemplate?: { readonly template: string } } = {},
): { wrapper: ChatWrapper; template: LoadedModel['chatTemplate'] } {
  const nearest = withinDeadline(() =>
    resolveChatWrapper(model, { type: 'auto', noJinja: true, warningLogs: false, customWrapperSettings }),
  )
  const wrapper = nearest ?? new GeneralChatWrapper()
  return { wrapper, template: { source: 'fallback', name: wrapper.wrapperName } }
}

function userWrapper(model: LlamaModel, template: string): { wrapper: ChatWrapper; template: LoadedModel['chatTemplate'] } {
  try {
    const wrapper = withinDeadline(() =>
      resolveChatWrapper(model, {
        type: 'jinjaTemplate',
        customWrapperSettings: { jinjaTemplate: { template } },
        fallbackToOtherWrappersOnJinjaError: false,
        warningLogs: false,
      }),
    )
    return { wrapper, template: { source: 'user', name: wrapper.wrapperName } }
  } catch (error) {
    throw coded('template-failed', { reason: { kind: 'jinja', quoted: messageOf(error) } })
  }
}

function contextOf(wrapper: ChatWrapper, messages: readonly PromptMessage[]) {
  const history: ChatHistoryItem[] = messages.map(({ role, text }) =>
    role === 'assistant' ? { type: 'model', response: [text] } : { type: role, text },
  )
  if (messages.at(-1)?.role !== 'assistant') history.push({ type: 'model', response: [] })
  try {
    return withinDeadline(() => wrapper.generateContextState({ chatHistory: history }))
  } catch (error) {
    throw coded('template-failed', { reason: { kind: 'jinja', quoted: messageOf(error) } })
  }
}
