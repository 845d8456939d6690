/** Anthropic's answer, as a stream of events and as one message. */
import { argumentsIn } from '../../tools/calls-in'
import { type AnswerBlock, AnswerBlocks, type BlockEvent, isBlockEvent } from '../answer-blocks'
import { sealed } from '../sealed-reasoning'
import type { ServedEvent, ServedFinish, ServedUsage } from '../served-event'
import { signatureOf } from './signature'

export interface AnthropicEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export interface AnthropicAnswerOptions {
  /** Such as `msg_…`. */
  readonly id: string
  readonly model: string
  readonly omitsThinking: boolean
}

/** The events of one answer. */
export class AnthropicStream {
  private readonly answer = new AnswerBlocks()
  private hasStarted = false

  constructor(private readonly options: AnthropicAnswerOptions) {}

  push(event: ServedEvent): AnthropicEvent[] {
    if (event.type === 'prefill') {
      if (this.hasStarted) return [{ type: 'ping' }]
      this.hasStarted = true
      return [{ type: 'message_start', message: this.begun(event.promptTokens, event.cachedTokens) }]
    }
    if (event.type === 'finish') return [...this.closing()(), ...finished(event)]
    return isBlockEvent(event) ? this.block(event) : []
  }

  private get index(): number {
    return this.answer.blocks.length - 1
  }

  private block(event: BlockEvent): AnthropicEvent[] {
    const before = this.closing()
    const begins = this.answer.push(event)
    const { index } = this
    const start = begins
      ? [...before(), { type: 'content_block_start', index, content_block: emptyBlock(this.answer.last as AnswerBlock) }]
      : []
    const delta = deltaOf(event, this.options.omitsThinking)
    return delta ? [...start, { type: 'content_block_delta', index, delta }] : start
  }

  /** The end of the block that is open now. */
  private closing(): () => AnthropicEvent[] {
    const { index } = this
    const block = this.answer.last
    return () => {
      if (!block) return []
      const stop = { type: 'content_block_stop', index }
      if (block.type !== 'reasoning') return [stop]
      return [{ type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: this.signature(block.text) } }, stop]
    }
  }

  private signature(text: string): string {
    return signatureFor(text, this.options.omitsThinking)
  }

  private begun(promptTokens: number, cachedTokens: number) {
    const usage = usageOf({ promptTokens, cachedTokens, processedTokens: promptTokens - cachedTokens, outputTokens: 0, reasoningTokens: 0 })
    return messageOf(this.options, [], { stop_reason: null, stop_sequence: null }, usage)
  }
}

/** `events` are all events of one answer. */
export function anthropicMessage(events: readonly ServedEvent[], options: AnthropicAnswerOptions) {
  const answer = new AnswerBlocks()
  for (const event of events) if (isBlockEvent(event)) answer.push(event)
  const finish = events.find((event): event is ServedFinish => event.type === 'finish')
  if (!finish) throw new Error('An answer without an end')
  return messageOf(
    options,
    answer.blocks.map((block) => wholeBlock(block, options.omitsThinking)),
    stopOf(finish),
    usageOf(finish.usage),
  )
}

const messageOf = ({ id, model }: AnthropicAnswerOptions, content: readonly unknown[], stop: object, usage: object) => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  content,
  ...stop,
  stop_details: null,
  container: null,
  usage,
})

/** Anthropic's `input_tokens` leave out the tokens that came from the cache. */
const usageOf = ({ cachedTokens, processedTokens, outputTokens, reasoningTokens }: ServedUsage) => ({
  input_tokens: processedTokens,
  cache_read_input_tokens: cachedTokens,
  cache_creation_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { thinking_tokens: reasoningTokens },
  server_tool_use: null,
  service_tier: 'standard',
  inference_geo: null,
  speed: null,
})

const finished = (finish: ServedFinish): AnthropicEvent[] => {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens, output_tokens_details, server_tool_use } =
    usageOf(finish.usage)
  const usage = {
    input_tokens,
    cache_read_input_tokens,
    cache_creation_input_tokens,
    output_tokens,
    output_tokens_details,
    server_tool_use,
  }
  return [{ type: 'message_delta', delta: { ...stopOf(finish), stop_details: null, container: null }, usage }, { type: 'message_stop' }]
}

function stopOf({ stopReason, stopText, calls }: ServedFinish) {
  const ended = calls > 0 ? 'tool_use' : 'end_turn'
  const reasons = {
    'end-of-text': ended,
    'stop-text': 'stop_sequence',
    'token-limit': 'max_tokens',
    'context-full': 'model_context_window_exceeded',
    stopped: ended,
    'context-replaced': ended,
  } as const
  return { stop_reason: reasons[stopReason], stop_sequence: stopText }
}

/** If the answer omits the text of its reasoning, the client sends that text back in the signature. */
const signatureFor = (text: string, omitsThinking: boolean): string => (omitsThinking ? sealed(text) : signatureOf(text))

function emptyBlock(block: AnswerBlock) {
  switch (block.type) {
    case 'text':
      // The Vercel AI SDK refuses `citations: null`.
      return { type: 'text', text: '' }
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'tool-call':
      return { type: 'tool_use', id: block.id, name: block.name, input: {}, caller: { type: 'direct' } }
  }
}

function deltaOf(event: BlockEvent, omitsThinking: boolean) {
  switch (event.type) {
    case 'text':
      return { type: 'text_delta', text: event.text }
    case 'reasoning':
      return omitsThinking ? undefined : { type: 'thinking_delta', thinking: event.text }
    case 'tool-call':
      return event.arguments === '' ? undefined : { type: 'input_json_delta', partial_json: event.arguments }
  }
}

function wholeBlock(block: AnswerBlock, omitsThinking: boolean) {
  switch (block.type) {
    case 'text':
      return { ...emptyBlock(block), text: block.text }
    case 'reasoning':
      return { type: 'thinking', thinking: omitsThinking ? '' : block.text, signature: signatureFor(block.text, omitsThinking) }
    case 'tool-call':
      return { ...emptyBlock(block), input: argumentsIn(block) ?? {} }
  }
}
