import { describe, expect, it } from 'vitest'
import { refusedField } from '../testing/refused-field'
import { checkRetrieve, inputItemsPage, withIds } from './input-items'

const sent = Array.from({ length: 25 }, (_, at) => ({ role: 'user' as const, content: `${at}` }))
const stored = { id: 'resp_a', keyName: null, body: {}, input: withIds('resp_a', sent), output: [] }
const page = (query: string) => inputItemsPage(stored, new URLSearchParams(query))
const contents = (query: string) => page(query).data.map((item) => 'content' in item && item.content)
const refused = (query: string) => refusedField(() => page(query))

describe('the input items of a response', () => {
  it('have ids, and keep those that the client sent', () => {
    expect(
      withIds('a', [
        { role: 'user', content: 'x' },
        { type: 'message', id: 'mine', role: 'user', content: 'y' },
      ]),
    ).toEqual([
      { type: 'message', id: 'msg_a_in0', role: 'user', content: 'x' },
      { type: 'message', id: 'mine', role: 'user', content: 'y' },
    ])
    expect(withIds('a', [{ type: 'function_call_output', id: null, call_id: 'c', output: 'x' }])).toEqual([
      { type: 'function_call_output', id: 'item_a_in0', call_id: 'c', output: 'x' },
    ])
  })

  it('come in pages, newest first unless the client asks for another order', () => {
    expect(page('')).toMatchObject({ object: 'list', has_more: true, first_id: 'msg_a_in24', last_id: 'msg_a_in5' })
    expect(contents('limit=2')).toEqual(['24', '23'])
    expect(contents('limit=2&after=msg_a_in23')).toEqual(['22', '21'])
    expect(contents('limit=2&order=asc')).toEqual(['0', '1'])
    expect(page('order=asc&limit=100&after=msg_a_in23')).toMatchObject({ has_more: false, first_id: 'msg_a_in24', last_id: 'msg_a_in24' })
    expect(page('order=asc&after=msg_a_in24')).toEqual({ object: 'list', data: [], has_more: false, first_id: null, last_id: null })
  })

  it('are refused with the name of a query field that is wrong, unknown or not supported', () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2']) expect(refused(query)).toBe('limit')
    expect(refused('order=up')).toBe('order')
    expect(refused('after=gone')).toBe('after')
    expect(refused('foo=1')).toBe('foo')
    for (const query of ['include=message.output_text.logprobs', 'include[]=x']) expect(refused(query)).toBe('include')
  })
})

it('a response is refused as a stream, and with query fields that it does not have', () => {
  const refusal = (query: string) => refusedField(() => checkRetrieve(new URLSearchParams(query)))
  expect(['stream=true', 'starting_after=3', 'include_obfuscation=true', 'include[]=x', 'foo=1'].map(refusal)).toEqual([
    'stream',
    'starting_after',
    'include_obfuscation',
    'include',
    'foo',
  ])
  expect(refusal('stream=false&include_obfuscation=false')).toBeUndefined()
})
