import { expect, it } from 'vitest'
import { remoteMessages } from '../turn/remote-messages'
import { ollamaBody } from './ollama-body'
import { openAiBody } from './openai-body'
import { plainRequest } from './plain-request'

const part = { type: 'image', from: 0, to: 0, name: 'a.png', mediaType: 'image/png', sizeBytes: 3, width: 1, height: 1 } as const
const messages = remoteMessages(
  [
    {
      role: 'user',
      text: 'What is it?',
      parts: [
        { ...part, id: 'one' },
        { ...part, id: 'two' },
        { type: 'text', from: 0 },
      ],
    },
    { role: 'assistant', text: 'A cell.' },
    { role: 'user', text: '', parts: [{ ...part, id: 'one' }] },
    { role: 'user', text: 'And this?' },
  ],
  false,
  { one: { mediaType: 'image/png', base64: 'AAAA' }, two: { mediaType: 'image/jpeg', base64: 'BBBB' } },
)
const sent = (body: object) => (body as { messages: unknown }).messages
const url = (text: string) => ({ type: 'image_url', image_url: { url: text } })

it('images are parts of the content in OpenAI’s dialect, before the text', () => {
  for (const kind of ['llama-server', 'vllm', 'sglang', 'lm-studio', 'openai'] as const)
    expect(sent(openAiBody(kind, plainRequest('tiny', messages)))).toEqual([
      {
        role: 'user',
        content: [url('data:image/png;base64,AAAA'), url('data:image/jpeg;base64,BBBB'), { type: 'text', text: 'What is it?' }],
      },
      { role: 'assistant', content: 'A cell.' },
      { role: 'user', content: [url('data:image/png;base64,AAAA'), { type: 'text', text: '\n\nAnd this?' }] },
    ])
})

it('images are a list next to the text in Ollama’s dialect', () => {
  expect(sent(ollamaBody(plainRequest('tiny', messages)))).toEqual([
    { role: 'user', content: 'What is it?', images: ['AAAA', 'BBBB'] },
    { role: 'assistant', content: 'A cell.' },
    { role: 'user', content: '\n\nAnd this?', images: ['AAAA'] },
  ])
})
