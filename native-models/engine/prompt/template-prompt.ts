/** Renders a chat template, and knows what the template can do and how the model writes its answers. */
import { Template } from '@huggingface/jinja'
import { capabilitiesWith, type TemplateCapabilities } from '../../../core/answer-syntax/derive/probe-template'
import { syntaxWith } from '../../../core/answer-syntax/derive/syntax-of'
import type { JsonObject } from '../../../core/answer-syntax/messages'
import { probeWith } from '../../../core/answer-syntax/render'
import type { AnswerSyntax } from '../../../core/answer-syntax/syntax'
import { type TemplateVariables, templateVariables } from '../../../core/answer-syntax/template-variables'
import type { PromptSettings } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { isAsWritten, withoutTools } from '../../../core/messages/as-written'
import { messagePartsOf } from '../../../core/messages/part-tracker'
import { templateTextOf } from '../../../core/messages/parts-of'
import { chatMessages } from '../../../core/messages/prompt-to-chat'
import { dateVariables, withEnglishDates } from '../../../core/templates/dates'
import { MarkedTexts, type PromptSegment } from '../../../core/templates/marked-texts'
import { withItemsAsFilter } from './method-calls'
import { withinDeadline } from './render-deadline'
import { withTools } from './tool-segments'
import { type ControlTokens, writtenSegments } from './written-segments'

/** A template that is slower is used without knowing what it can do. llama.cpp's 68 templates take 20 ms on average. */
const mostProbeMs = 2000

export interface EndTokens {
  /** As text. */
  readonly bosToken: string
  readonly eosToken: string
}

/** The end of a prompt: the header of the answer, and what the template writes for the model after it, such as `<think>`. */
interface AnswerStart {
  readonly header: string
  readonly opening: string
}

export class TemplatePrompt {
  private readonly starts = new Map<string, AnswerStart>()

  private constructor(
    private readonly template: Template,
    private readonly ends: EndTokens,
    readonly capabilities: TemplateCapabilities,
    readonly syntax: AnswerSyntax,
  ) {}

  /** Throws if the template has a syntax error, or cannot render a conversation. */
  static async of(source: string, ends: EndTokens, probeMs = mostProbeMs): Promise<TemplatePrompt> {
    const template = withinDeadline(() => withItemsAsFilter(new Template(withEnglishDates(source))))
    const started = performance.now()
    const probe = probeWith(async (variables) => {
      if (performance.now() - started > probeMs) return { failed: 'died' }
      try {
        return { text: rendered(template, variables) }
      } catch {
        return { failed: 'threw' }
      }
    })
    const capabilities = await capabilitiesWith(probe)
    const prompt = new TemplatePrompt(template, ends, capabilities, await syntaxWith(probe, source, capabilities))
    prompt.startOf({ thinking: 'auto', reasoningEffort: null, keepReasoning: null })
    return prompt
  }

  /**
   * The prompt for the next answer, unless `addGenerationPrompt` is false. If the assistant wrote the last message, the prompt ends with it.
   * Throws what the template throws.
   */
  segments(messages: readonly PromptMessage[], settings: PromptSettings, tokens: ControlTokens): PromptSegment[] {
    const last = messages.at(-1)
    const begun = last?.role === 'assistant' ? last : undefined
    const history = (begun ? messages.slice(0, -1) : messages).map((message) => withoutTools(this.withParts(message), this.capabilities))
    const { header, opening } = this.startOf(settings)
    const written = this.writtenMessages(history, settings)
    const shown = history.map((message, index) => (written.has(index) ? placeholder : this.reduced(message, index, history, settings)))
    const marked = new MarkedTexts()
    const variables = (mark?: MarkedTexts['mark'], tools = settings.tools ?? []) =>
      templateVariables(
        {
          messages: chatMessages(shown, mark),
          tools,
          addGenerationPrompt: begun !== undefined || settings.addGenerationPrompt !== false,
          ...this.ends,
          settings: { enable_thinking: undefined, ...this.settingsOf(settings) },
        },
        this.capabilities.needs,
      )
    const withMarks = rendered(
      this.template,
      variables((...text) => marked.mark(...text)),
    )
    const plain = rendered(this.template, variables())
    const texts = marked.segments(withMarks, plain, tokens.isUnsafe)
    const segments = settings.tools?.length ? withTools(texts, plain, rendered(this.template, variables(undefined, []))) : texts
    const numbered = new Map([...written].map(([index, message]) => [numberOf(history, index), message]))
    const prompt = segments.flatMap((segment, at): readonly PromptSegment[] => {
      const next = segments[at + 1]?.message
      if (segment.isTemplate && next !== undefined && numbered.has(next)) return [{ ...segment, text: upToHeader(segment.text, header) }]
      const message = segment.message === undefined ? undefined : numbered.get(segment.message)
      return message && segment.message !== undefined ? writtenSegments(message, segment.message, tokens) : [segment]
    })
    if (!begun) return prompt
    const number = numberOf(messages, messages.length - 1)
    return [...withoutOpening(prompt, opening), ...writtenSegments(this.withParts(begun), number, tokens)]
  }

  /** The messages with the texts that the prompt has: without reasoning that the prompt leaves out. */
  shown(messages: readonly PromptMessage[], settings: PromptSettings): PromptMessage[] {
    const history = messages.map((message) => this.withParts(message))
    const written = this.writtenMessages(history, settings)
    const question = history.findLastIndex(({ role }) => role === 'user')
    return history.map((message, index) => {
      const { role, text } = message
      return { role, text: written.has(index) || index > question ? text : templateTextOf(message) }
    })
  }

  /** What the template writes for the model at the beginning of an answer, such as `<think>`: it belongs to the answer's text. */
  openingOf = (settings: PromptSettings): string => this.startOf(settings).opening

  /** Answers of older versions have no parts. */
  private withParts(message: PromptMessage): PromptMessage {
    const { reasoning } = this.syntax
    const hasMarkers =
      reasoning !== null && [reasoning.start, reasoning.end].some((marker) => marker !== '' && message.text.includes(marker))
    if (message.role !== 'assistant' || message.parts || !hasMarkers) return message
    const parts = messagePartsOf(this.syntax, message.text)
    return parts ? { ...message, parts } : message
  }

  /**
   * Answers that the prompt repeats as the model wrote them, so that their cells can be reused, by index. If the reasoning is left out, only
   * the template knows how the rest is written.
   */
  private writtenMessages(history: readonly PromptMessage[], settings: PromptSettings): Map<number, PromptMessage> {
    const keeps = this.keepsReasoning(settings)
    return new Map(
      [...history.entries()].filter(
        ([, message]) =>
          message.role === 'assistant' &&
          message.parts &&
          isAsWritten(message) &&
          (keeps || !message.parts.some(({ type }) => type === 'reasoning')),
      ),
    )
  }

  /** If the user drops earlier reasoning, a template that would keep it does not receive it. */
  private reduced(message: PromptMessage, index: number, history: readonly PromptMessage[], settings: PromptSettings): PromptMessage {
    if (settings.keepReasoning !== false || !this.keepsByDefault || !message.parts) return message
    const question = history.findLastIndex(({ role }) => role === 'user')
    return index > question ? message : { ...message, parts: message.parts.filter(({ type }) => type !== 'reasoning') }
  }

  private keepsReasoning = ({ keepReasoning }: PromptSettings): boolean => keepReasoning ?? this.keepsByDefault

  private get keepsByDefault(): boolean {
    const { reasoningInHistory, keepReasoning: keeper } = this.capabilities
    return reasoningInHistory === 'always' || keeper?.default === 'on'
  }

  private settingsOf({ thinking, reasoningEffort }: PromptSettings): JsonObject {
    const { thinking: thinker, effort } = this.capabilities
    return {
      ...(thinker && thinking !== 'auto' ? thinker[thinking] : {}),
      ...(effort && reasoningEffort !== null ? { [effort.variable]: reasoningEffort } : {}),
    }
  }

  private startOf(settings: PromptSettings): AnswerStart {
    const variables = this.settingsOf(settings)
    const key = JSON.stringify(variables)
    const known = this.starts.get(key)
    if (known) return known
    const prompt = this.generationPrompt(variables)
    const start = this.syntax.reasoning?.start ?? ''
    const at = start === '' ? -1 : prompt.indexOf(start)
    const found = at < 0 ? { header: prompt, opening: '' } : { header: prompt.slice(0, at), opening: prompt.slice(at) }
    this.starts.set(key, found)
    return found
  }

  private generationPrompt(settings: JsonObject): string {
    const prompt = (addGenerationPrompt: boolean) =>
      rendered(
        this.template,
        templateVariables(
          {
            messages: [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }],
            addGenerationPrompt,
            ...this.ends,
            settings: { enable_thinking: undefined, ...settings },
          },
          this.capabilities.needs,
        ),
      )
    const [without, whole] = [prompt(false), prompt(true)]
    return whole.startsWith(without) ? whole.slice(without.length) : ''
  }
}

const placeholder: PromptMessage = { role: 'assistant', text: 'x' }

/** Numbered from 1, without the system prompt. */
const numberOf = (messages: readonly PromptMessage[], index: number): number =>
  messages.slice(0, index + 1).filter(({ role }) => role !== 'system').length

const rendered = (template: Template, variables: TemplateVariables): string =>
  withinDeadline(() => template.render({ ...dateVariables(new Date()), ...defined(variables) }))

/** Leaves out variables whose value is undefined, so that they do not exist for the template. */
const defined = (variables: TemplateVariables): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))

function upToHeader(text: string, header: string): string {
  const at = header === '' ? -1 : text.lastIndexOf(header)
  return at < 0 ? text : text.slice(0, at + header.length)
}

function withoutOpening(prompt: readonly PromptSegment[], opening: string): PromptSegment[] {
  const last = prompt.at(-1)
  if (!last || opening === '' || !last.text.endsWith(opening)) return [...prompt]
  return [...prompt.slice(0, -1), { ...last, text: last.text.slice(0, -opening.length) }]
}
