/** OpenAI's response object, and the events that build it. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import { type AnswerBlock, AnswerBlocks, type BlockEvent, isBlockEvent } from '../answer-blocks'
import type { Refusal } from '../refusal'
import { sealed } from '../sealed-reasoning'
import type { ServedEvent, ServedFinish, ServedUsage } from '../served-event'
import { inputOf, isCustomTool } from './custom-tools'
import { clientNameOf } from './namespaces'
import type { ResponsesRequest } from './request-schema'

type Json = Readonly<Record<string, unknown>>

export interface ResponseEvent {
  readonly type: string
  readonly sequence_number: number
  readonly [field: string]: unknown
}

export interface ResponseOptions {
  readonly sent: ResponsesRequest
  readonly model: string
  /** In epoch seconds. */
  readonly createdAt: number
  /** The id of the response without its prefix. Items add their index. */
  readonly id: string
}

export class ResponseBuilder {
  private readonly answer = new AnswerBlocks()
  private readonly logprobs = new Map<number, TokenLogprob[]>()
  private unsent: TokenLogprob[] = []
  private sequence = 0
  private finish: ServedFinish | undefined

  constructor(
    private readonly options: ResponseOptions,
    private readonly now: () => number,
  ) {}

  /** The response as it is now. */
  get body(): Json {
    const { finish } = this
    const output = this.answer.blocks.map((_, index) => this.item(index, finish ? this.endOf(index) : 'in_progress'))
    const status = finish ? statusOf(finish) : 'in_progress'
    const usage = finish ? usageOf(finish.usage) : null
    return this.bodyWith(status, output, usage)
  }

  /** The items of the answer as a client sends them back. */
  get items(): Json[] {
    return this.answer.blocks.map((_, index) => this.item(index, this.endOf(index)))
  }

  push(event: ServedEvent): ResponseEvent[] {
    if (event.type === 'prefill') return this.sequence === 0 ? this.began() : [this.event('response.in_progress', { response: this.body })]
    if (event.type === 'logprobs') {
      this.unsent.push(...event.tokens)
      return []
    }
    if (event.type === 'finish') {
      this.finish = event
      const status = statusOf(event)
      return [...this.closing()(), this.event(`response.${status}`, { response: this.body })]
    }
    return isBlockEvent(event) ? this.block(event) : []
  }

  failed({ message, kind, code, context }: Refusal): ResponseEvent[] {
    const overflow = context ? { n_prompt_tokens: context.promptTokens, n_ctx: context.contextTokens } : {}
    const error = { code: kind === 'context-exceeded' ? 'exceed_context_size_error' : 'server_error', message, ...overflow, reason: code }
    return [this.event('response.failed', { response: { ...this.bodyWith('failed', [], null), error } })]
  }

  private began(): ResponseEvent[] {
    const response = this.body
    return [this.event('response.created', { response }), this.event('response.in_progress', { response })]
  }

  private block(event: BlockEvent): ResponseEvent[] {
    const before = this.closing()
    const begins = this.answer.push(event)
    const index = this.answer.blocks.length - 1
    const logprobs = event.type === 'text' ? this.takeLogprobs(index) : []
    return [...(begins ? [...before(), ...this.opening(index)] : []), ...this.delta(index, event, logprobs)]
  }

  private opening(index: number): ResponseEvent[] {
    const block = this.answer.blocks[index] as AnswerBlock
    const empty: AnswerBlock = block.type === 'tool-call' ? { ...block, arguments: '' } : { ...block, text: '' }
    const added = this.event('response.output_item.added', { output_index: index, item: this.itemOf(empty, index, 'in_progress') })
    if (block.type === 'tool-call') return [added]
    return [added, this.event('response.content_part.added', { ...this.place(index), content_index: 0, part: partOf(block.type, '', []) })]
  }

  private delta(index: number, event: BlockEvent, logprobs: readonly TokenLogprob[]): ResponseEvent[] {
    const place = this.place(index)
    const block = this.answer.blocks[index]
    // The text of a custom tool is in the arguments, as JSON. It is sent when it is complete.
    if (block?.type === 'tool-call' && this.isCustom(block)) return []
    if (event.type === 'tool-call')
      return event.arguments === '' ? [] : [this.event('response.function_call_arguments.delta', { ...place, delta: event.arguments })]
    if (event.type === 'reasoning') return [this.event('response.reasoning_text.delta', { ...place, content_index: 0, delta: event.text })]
    return [this.event('response.output_text.delta', { ...place, content_index: 0, delta: event.text, logprobs: logprobs.map(logprobOf) })]
  }

  /** The end of the item that is open now. */
  private closing(): () => ResponseEvent[] {
    const index = this.answer.blocks.length - 1
    const block = this.answer.last
    return () => {
      if (!block) return []
      const place = this.place(index)
      const done = this.doneText(block, index)
      const events = done.map(([type, fields]) => this.event(type, { ...place, ...fields }))
      return [...events, this.event('response.output_item.done', { output_index: index, item: this.item(index, this.endOf(index)) })]
    }
  }

  private doneText(block: AnswerBlock, index: number): (readonly [string, Json])[] {
    if (block.type === 'tool-call' && this.isCustom(block)) {
      const input = inputOf(block.arguments)
      const delta = input === '' ? [] : [['response.custom_tool_call_input.delta', { delta: input }] as const]
      return [...delta, ['response.custom_tool_call_input.done', { input }]]
    }
    if (block.type === 'tool-call')
      return [['response.function_call_arguments.done', { arguments: block.arguments, ...clientNameOf(this.options.sent, block.name) }]]
    const logprobs = this.logprobs.get(index) ?? []
    const part = ['response.content_part.done', { content_index: 0, part: partOf(block.type, block.text, logprobs) }] as const
    if (block.type === 'reasoning') return [['response.reasoning_text.done', { content_index: 0, text: block.text }], part]
    return [['response.output_text.done', { content_index: 0, text: block.text, logprobs: logprobs.map(logprobOf) }], part]
  }

  private endOf(index: number): ItemStatus {
    const isLast = index === this.answer.blocks.length - 1
    return isLast && this.finish && statusOf(this.finish) === 'incomplete' ? 'incomplete' : 'completed'
  }

  private item(index: number, status: ItemStatus): Json {
    return this.itemOf(this.answer.blocks[index] as AnswerBlock, index, status)
  }

  private itemOf(block: AnswerBlock, index: number, status: ItemStatus): Json {
    const { item_id: id } = this.place(index, block)
    if (block.type === 'tool-call' && this.isCustom(block))
      return { type: 'custom_tool_call', id, call_id: block.id, name: block.name, input: inputOf(block.arguments), status }
    if (block.type === 'tool-call')
      return {
        type: 'function_call',
        id,
        call_id: block.id,
        ...clientNameOf(this.options.sent, block.name),
        arguments: block.arguments,
        status,
      }
    if (block.type === 'reasoning') {
      const isAsked = this.options.sent.include?.includes('reasoning.encrypted_content')
      const encrypted = isAsked ? { encrypted_content: sealed(block.text) } : {}
      const content = block.text === '' ? [] : [{ type: 'reasoning_text', text: block.text }]
      return { type: 'reasoning', id, summary: [], content, ...encrypted, status }
    }
    const content = status === 'in_progress' && block.text === '' ? [] : [partOf('text', block.text, this.logprobs.get(index) ?? [])]
    return { type: 'message', id, role: 'assistant', content, status }
  }

  private isCustom({ name }: { readonly name: string }): boolean {
    return isCustomTool(this.options.sent, name)
  }

  private place(index: number, block = this.answer.blocks[index] as AnswerBlock) {
    const isCustom = block.type === 'tool-call' && this.isCustom(block)
    const prefix = isCustom ? 'ctc' : { text: 'msg', reasoning: 'rs', 'tool-call': 'fc' }[block.type]
    return { item_id: `${prefix}_${this.options.id}${index}`, output_index: index }
  }

  private takeLogprobs(index: number): TokenLogprob[] {
    const taken = this.unsent
    this.unsent = []
    this.logprobs.set(index, [...(this.logprobs.get(index) ?? []), ...taken])
    return taken
  }

  private event(type: string, fields: Json): ResponseEvent {
    return { type, sequence_number: this.sequence++, ...fields }
  }

  private bodyWith(status: string, output: readonly Json[], usage: Json | null): Json {
    const { sent, model, createdAt, id } = this.options
    return {
      id: `resp_${id}`,
      object: 'response',
      created_at: createdAt,
      completed_at: status === 'completed' ? Math.floor(this.now() / 1000) : null,
      status,
      background: false,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
      instructions: sent.instructions ?? null,
      max_output_tokens: sent.max_output_tokens ?? null,
      metadata: sent.metadata ?? {},
      model,
      output,
      parallel_tool_calls: sent.parallel_tool_calls ?? true,
      previous_response_id: sent.previous_response_id ?? null,
      prompt_cache_key: sent.prompt_cache_key ?? null,
      reasoning: { effort: sent.reasoning?.effort ?? null, summary: null },
      service_tier: 'default',
      store: sent.store ?? true,
      temperature: sent.temperature ?? null,
      text: { format: sent.text?.format ?? { type: 'text' } },
      tool_choice: sent.tool_choice ?? 'auto',
      tools: sent.tools ?? [],
      top_logprobs: sent.top_logprobs ?? 0,
      top_p: sent.top_p ?? null,
      truncation: 'disabled',
      usage,
      user: sent.user ?? null,
    }
  }
}

type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

const statusOf = ({ stopReason }: ServedFinish) =>
  stopReason === 'token-limit' || stopReason === 'context-full' ? 'incomplete' : 'completed'

/** OpenAI's `input_tokens` include the tokens that came from the cache. */
const usageOf = ({ promptTokens, cachedTokens, outputTokens, reasoningTokens }: ServedUsage) => ({
  input_tokens: promptTokens,
  input_tokens_details: { cached_tokens: cachedTokens },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: reasoningTokens },
  total_tokens: promptTokens + outputTokens,
})

const partOf = (type: 'text' | 'reasoning', text: string, logprobs: readonly TokenLogprob[]): Json =>
  type === 'reasoning'
    ? { type: 'reasoning_text', text }
    : { type: 'output_text', text, annotations: [], logprobs: logprobs.map(logprobOf) }

const utf8 = new TextEncoder()
const withBytes = ({ text, logprob, bytes = [...utf8.encode(text)] }: Omit<TokenLogprob, 'top'>) => ({ token: text, bytes, logprob })
const logprobOf = (token: TokenLogprob) => ({ ...withBytes(token), top_logprobs: token.top.map(withBytes) })
