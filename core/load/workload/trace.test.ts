import { describe, expect, it } from 'vitest'
import { isSampled } from './share-gpt'
import { readTrace } from './trace'

const entriesOf = (text: string) => {
  const trace = readTrace(text)
  if ('problem' in trace) throw new Error(`Expected entries, got ${trace.problem.kind}`)
  return trace.entries
}

describe('a trace', () => {
  it('can be JSON Lines with lengths, times and shares', () => {
    const text = '{"at_ms": 0, "prompt_tokens": 512, "output_tokens": 64}\n\n{"at_ms": 12.5, "prompt_tokens": 100, "shared_prefix": 0.25}\n'
    expect(entriesOf(text)).toEqual([
      { prompt: { kind: 'tokens', tokens: 512 }, output: { kind: 'tokens', tokens: 64 }, atMs: 0, shared: null },
      { prompt: { kind: 'tokens', tokens: 100 }, output: null, atMs: 12.5, shared: 0.25 },
    ])
  })
  it('can be a JSON list with prompts or messages', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Why?' },
    ]
    expect(entriesOf(JSON.stringify([{ prompt: 'Hello' }, { messages, output_tokens: 5 }])).map(({ prompt }) => prompt)).toEqual([
      { kind: 'messages', messages: [{ role: 'user', text: 'Hello' }] },
      {
        kind: 'messages',
        messages: [
          { role: 'system', text: 'Be brief.' },
          { role: 'user', text: 'Hi' },
          { role: 'assistant', text: 'Hello.', reasoning: null, calls: [] },
          { role: 'user', text: 'Why?' },
        ],
      },
    ])
  })
  it('can be the CSV of an earlier run, and then uses the token counts without the chat template', () => {
    const text = 'server,planned_prompt_tokens,prompt_tokens,output_tokens,sent_ms\r\nhttp://a,100,111,7,0\r\nhttp://a,200,211,,40.5\r\n'
    expect(entriesOf(text)).toEqual([
      { prompt: { kind: 'tokens', tokens: 100 }, output: { kind: 'tokens', tokens: 7 }, atMs: 0, shared: null },
      { prompt: { kind: 'tokens', tokens: 200 }, output: null, atMs: 40.5, shared: null },
    ])
  })
  it('can be a ShareGPT file: the first message is the prompt, and the second has the length of the output', () => {
    const conversations = [
      { from: 'human', value: 'What is a cache?' },
      { from: 'gpt', value: 'A cache keeps what was computed.' },
      { from: 'human', value: 'Thanks' },
    ]
    const text = JSON.stringify([
      { id: 'a', conversations },
      { id: 'b', conversations: conversations.slice(0, 1) },
      { id: 'c', conversations: [] },
    ])
    expect(entriesOf(text)).toEqual([
      {
        prompt: { kind: 'messages', messages: [{ role: 'user', text: 'What is a cache?' }] },
        output: { kind: 'text', text: 'A cache keeps what was computed.' },
        atMs: null,
        shared: null,
      },
    ])
  })
  it('leaves out the conversations that vllm bench serve leaves out', () => {
    expect([isSampled(4, 4), isSampled(1024, 1024)]).toEqual([true, true])
    expect([isSampled(3, 100), isSampled(100, 3), isSampled(1025, 10), isSampled(1024, 1025)]).toEqual([false, false, false, false])
  })
  it.each([
    ['', { kind: 'empty' }],
    [' \n', { kind: 'empty' }],
    ['[{"prompt_tokens": 5}', { kind: 'json-incomplete' }],
    ['[]', { kind: 'no-entries' }],
    ['[{"conversations": []}]', { kind: 'no-entries' }],
    ['{"prompt_tokens": 5}\n{"prompt', { kind: 'line-not-json', line: 2 }],
    ['[{"prompt_tokens": 5}, 7]', { kind: 'entry-without-prompt', entry: 2 }],
    ['[{"output_tokens": 5}]', { kind: 'entry-without-prompt', entry: 1 }],
    ['[{"messages": [{"role": "user", "content": 5}]}]', { kind: 'entry-without-prompt', entry: 1 }],
    ['[{"prompt_tokens": -5}]', { kind: 'not-a-number', entry: 1, field: 'prompt_tokens', found: '-5' }],
    ['[{"prompt_tokens": 2.5}]', { kind: 'not-a-number', entry: 1, field: 'prompt_tokens', found: '2.5' }],
    ['[{"prompt": "a", "output_tokens": "many"}]', { kind: 'not-a-number', entry: 1, field: 'output_tokens', found: 'many' }],
    ['[{"prompt": "a", "at_ms": -1}]', { kind: 'not-a-number', entry: 1, field: 'at_ms', found: '-1' }],
    ['[{"prompt": "a", "shared_prefix": 1.5}]', { kind: 'not-a-number', entry: 1, field: 'shared_prefix', found: '1.5' }],
    [`[${'{},'.repeat(100_000)}{}]`, { kind: 'too-many', most: 100_000 }],
    ['a,b\n1,2\n', { kind: 'entry-without-prompt', entry: 1 }],
    ['\u0000\u0001PNG', { kind: 'no-entries' }],
  ])('is refused with the reason', (text, problem) => {
    expect(readTrace(text)).toEqual({ problem })
  })
})
