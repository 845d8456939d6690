import { plainRequest } from '../../../core/remote/chat/plain-request'
import type { ChatRequest, StreamEvent } from '../../../core/remote/stream-events'

export const chatRequest: ChatRequest = plainRequest('tiny', [{ role: 'user', text: 'Hello' }])

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
