import { describe, expect, it } from 'vitest'
import { seededRandom } from '../stats/seeded-random'
import { readCount, readMessages } from './anthropic/read-request'
import { readCompletion } from './llama-cpp/read-completion'
import { readChat, readGenerate } from './ollama/read-request'
import { readResponses } from './responses/read-request'
import { ResponseStore } from './responses/response-store'
import { madeClient } from './testing/made-events'
import { mutated } from './testing/random-json'
import { refusedField } from './testing/refused-field'

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const store = new ResponseStore()
const anthropic = {
  model: 'pocket',
  max_tokens: 10,
  system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'rain', description: 'x', input_schema: parameters }],
  tool_choice: { type: 'tool', name: 'rain' },
  thinking: { type: 'enabled', budget_tokens: 1024 },
  stop_sequences: ['x'],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'rain', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'x' }] }] },
  ],
}
const ollama = {
  model: 'pocket',
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', tool_calls: [{ function: { name: 'rain', arguments: {} } }] },
    { role: 'tool', tool_name: 'rain', content: 'x' },
  ],
  tools: [{ type: 'function', function: { name: 'rain', parameters } }],
  options: { num_ctx: 64, stop: ['x'], seed: 1 },
  format: { type: 'object' },
}
const responses = {
  model: 'pocket',
  input: [
    { role: 'user', content: [{ type: 'input_text', text: 'x' }] },
    { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'x' }] },
    { type: 'function_call', call_id: 'a', name: 'rain', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'x' },
  ],
  tools: [{ type: 'function', name: 'rain', parameters }],
  text: { format: { type: 'json_schema', name: 'x', schema: {} } },
}

const readers: readonly (readonly [string, object, (body: unknown) => unknown])[] = [
  ['/v1/messages', anthropic, (body) => readMessages(body, madeClient)],
  ['/v1/messages/count_tokens', { model: 'pocket', messages: anthropic.messages }, (body) => readCount(body)],
  ['/api/chat', ollama, (body) => readChat(body, madeClient, () => ({ contextTokens: 4096, abilities: null }))],
  [
    '/api/generate',
    { model: 'pocket', prompt: 'x', options: ollama.options, keep_alive: '5m' },
    (body) => readGenerate(body, madeClient, () => ({ contextTokens: 4096, abilities: null })),
  ],
  ['/v1/responses', responses, (body) => readResponses(body, madeClient, store, null)],
  [
    '/completion',
    { prompt: ['x', [1, 2]], logit_bias: [[1, false]], stop: ['x'], json_schema: {} },
    (body) => readCompletion(body, madeClient, 4096),
  ],
]

describe('a request that is changed at random', () => {
  it.each(readers)('for %s is read, or refused by the name of a field', (_, body, read) => {
    expect(refusedField(() => read(body))).toBeUndefined()
    let refusals = 0
    for (let seed = 0; seed < 400; seed++) {
      const random = seededRandom(seed)
      let changed: unknown = body
      for (let times = 0; times <= seed % 3; times++) changed = mutated(changed, random)
      const field = refusedField(() => read(changed))
      if (field !== undefined) refusals++
      expect(field).not.toBeNull()
    }
    expect(refusals).toBeGreaterThan(50)
  })
})
