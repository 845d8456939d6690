import { describe, expect, it } from 'vitest'
import { madeAbilities, madeClient, madeEvents } from '../testing/made-events'
import { ResponseBuilder } from './answer'
import { readResponses } from './read-request'
import { asInput, ResponseStore } from './response-store'

const texts = (more: object, kept: ResponseStore) => {
  const { prompt } = readResponses({ model: 'pocket', input: 'Hello', ...more }, madeClient, kept, madeAbilities).request
  return prompt.kind === 'chat' ? prompt.messages.map(({ role, text }) => [role, text]) : []
}

function answered() {
  const sent = { input: 'x', include: ['reasoning.encrypted_content' as const] }
  const builder = new ResponseBuilder({ sent, model: 'pocket', createdAt: 5, id: 'a' }, () => 9000)
  for (const event of madeEvents([{ reasoning: 'I ask.' }, { text: 'One moment.' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }]))
    builder.push(event)
  return asInput(builder.items)
}

describe('stored responses', () => {
  const keep = (kept: ResponseStore, id: string, characters = 1) =>
    kept.keep({
      id,
      keyName: null,
      body: { id, filler: 'x'.repeat(characters) },
      input: [{ type: 'message', role: 'user', content: 'Rain?' }],
      output: answered(),
    })

  it('are continued with their reasoning and calls, without their instructions', () => {
    const kept = new ResponseStore()
    keep(kept, 'resp_a')
    const next = {
      previous_response_id: 'resp_a',
      instructions: 'New',
      input: [{ type: 'function_call_output', call_id: 'call-0', output: 'None' }],
    }
    expect(texts(next, kept)).toEqual([
      ['system', 'New'],
      ['user', 'Rain?'],
      ['assistant', 'I ask.One moment.{"city":"Oslo"}'],
      ['tool', 'None'],
    ])
    expect(
      texts(
        {
          input: [
            { type: 'item_reference', id: 'msg_a1' },
            { role: 'user', content: 'x' },
          ],
        },
        kept,
      ),
    ).toEqual([
      ['assistant', 'One moment.'],
      ['user', 'x'],
    ])
  })

  it('are forgotten, oldest first, when there are too many or they are too large', () => {
    const kept = new ResponseStore({ responses: 2, characters: 10_000 })
    for (const id of ['a', 'b', 'c']) keep(kept, id)
    expect(() => kept.get('a', null)).toThrow('api-response-unknown')
    expect(kept.get('b', null).id).toBe('b')
    keep(kept, 'd', 9000)
    expect(kept.get('d', null).id).toBe('d')
    keep(kept, 'e', 9000)
    expect(() => kept.get('d', null)).toThrow('api-response-unknown')
  })
})
