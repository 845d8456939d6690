import { describe, expect, it } from 'vitest'
import { coded } from '../../contract/errors/coded-error'
import { seededRandom } from '../../stats/seeded-random'
import { refusalOf } from '../refusal'
import type { ServedEvent } from '../served-event'
import { madeEvents, randomEvents } from '../testing/made-events'
import { type AnthropicEvent, AnthropicStream, anthropicMessage } from './answer'
import { anthropicRefused } from './refused'

const options = { id: 'msg_1', model: 'pocket', omitsThinking: false }
const streamed = (events: readonly ServedEvent[], more = {}): AnthropicEvent[] => {
  const stream = new AnthropicStream({ ...options, ...more })
  return events.flatMap((event) => stream.push(event))
}

const rain = madeEvents(
  [{ reasoning: 'I ' }, { reasoning: 'ask.' }, { text: 'One moment.' }, { call: 'weather', pieces: ['{"city":', '"Oslo"}'] }],
  { promptTokens: 50, cachedTokens: 45 },
)

// biome-ignore lint/suspicious/noExplicitAny: the events are folded as any client does
type Any = any

/** What a client makes of the events. */
function folded(events: readonly AnthropicEvent[]): Any {
  let message: Any
  let json = ''
  for (const event of events as Any[]) {
    const block = message?.content[event.index]
    if (event.type === 'message_start') message = structuredClone(event.message)
    else if (event.type === 'content_block_start') {
      expect(event.index).toBe(message.content.length)
      message.content.push({ ...event.content_block })
      json = ''
    } else if (event.type === 'content_block_delta') {
      const { delta } = event
      if (delta.type === 'text_delta') block.text += delta.text
      else if (delta.type === 'thinking_delta') block.thinking += delta.thinking
      else if (delta.type === 'signature_delta') block.signature = delta.signature
      else json += delta.partial_json
    } else if (event.type === 'content_block_stop' && block.type === 'tool_use') block.input = JSON.parse(json || '{}')
    else if (event.type === 'message_delta') {
      Object.assign(message, event.delta)
      Object.assign(message.usage, event.usage)
    }
  }
  return message
}

describe('Anthropic’s stream', () => {
  it('begins with the tokens of the prompt, sends pings during prefill, and ends with the reason and the usage', () => {
    const events = streamed(rain)
    expect(events.map(({ type, index }) => (index === undefined ? type : `${type} ${index}`))).toEqual([
      'message_start',
      'ping',
      'content_block_start 0',
      ...Array(3).fill('content_block_delta 0'),
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_stop 1',
      'content_block_start 2',
      ...Array(2).fill('content_block_delta 2'),
      'content_block_stop 2',
      'message_delta',
      'message_stop',
    ])
    expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 5, cache_read_input_tokens: 45, output_tokens: 0 } } })
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { input_tokens: 5, cache_read_input_tokens: 45, output_tokens: 6 },
    })
  })

  it('gives the same message as an answer without a stream, for any answer', () => {
    for (let seed = 0; seed < 150; seed++) {
      const events = randomEvents(seededRandom(seed))
      expect(folded(streamed(events))).toEqual(anthropicMessage(events, options))
    }
  })

  it('signs reasoning, or puts the text of the reasoning into the signature if the client does not want the text', () => {
    const [block] = anthropicMessage(rain, options).content as Any[]
    expect(block).toMatchObject({ type: 'thinking', thinking: 'I ask.', signature: expect.stringMatching(/^headroom-[0-9a-f]{16}$/) })
    const omitted = { type: 'thinking', thinking: '', signature: 'headroom-text:I ask.' }
    expect(anthropicMessage(rain, { ...options, omitsThinking: true }).content[0]).toEqual(omitted)
    expect(folded(streamed(rain, { omitsThinking: true })).content[0]).toEqual(omitted)
  })

  it('names each reason why an answer ended', () => {
    const reason = (end: Parameters<typeof madeEvents>[1]) => {
      const { stop_reason, stop_sequence } = anthropicMessage(madeEvents([{ text: 'x' }], end), options) as Any
      return [stop_reason, stop_sequence]
    }
    expect(reason({})).toEqual(['end_turn', null])
    expect(reason({ stopReason: 'stop-text', stopText: '###' })).toEqual(['stop_sequence', '###'])
    expect(reason({ stopReason: 'token-limit' })).toEqual(['max_tokens', null])
    expect(reason({ stopReason: 'context-full' })).toEqual(['model_context_window_exceeded', null])
  })
})

describe('Anthropic’s errors', () => {
  it('say that the prompt is too long in the words that make Claude Code compact the conversation', () => {
    const refusal = refusalOf(coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 }).failure)
    expect(anthropicRefused(refusal)).toMatchObject({
      type: 'error',
      error: {
        type: 'exceed_context_size_error',
        message: expect.stringMatching(/^prompt is too long: 9000 tokens > 4096 maximum\. /),
        n_prompt_tokens: 9000,
        n_ctx: 4096,
      },
    })
  })

  it('name the field', () => {
    const refusal = refusalOf(coded('api-field-refused', { field: 'container', reason: { kind: 'not-supported' } }).failure)
    expect(anthropicRefused(refusal).error).toEqual({ type: 'invalid_request_error', message: expect.stringContaining('container') })
  })
})
