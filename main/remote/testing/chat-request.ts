import type { ChatRequest, StreamEvent } from '../../../core/remote/stream-events'

export const chatRequest: ChatRequest = {
  model: 'tiny',
  messages: [{ role: 'user', text: 'Hello' }],
  tools: [],
  toolChoice: 'auto',
  maxTokens: null,
  sampling: {
    temperature: null,
    topP: null,
    topK: null,
    minP: null,
    seed: null,
    stop: [],
    frequencyPenalty: null,
    presencePenalty: null,
  },
  schema: null,
  thinking: null,
  effort: null,
  ignoreEndOfText: false,
  topLogprobs: 0,
}

/** What a stream gives, and the error that ends it. */
export async function collect(stream: AsyncIterable<StreamEvent>): Promise<{ readonly events: StreamEvent[]; readonly error: unknown }> {
  const events: StreamEvent[] = []
  try {
    for await (const event of stream) events.push(event)
    return { events, error: null }
  } catch (error) {
    return { events, error }
  }
}

export const textIn = (events: readonly StreamEvent[], type: 'text' | 'reasoning' = 'text'): string =>
  events.map((event) => (event.type === type ? event.text : '')).join('')
