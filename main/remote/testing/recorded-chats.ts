/** The chats that the lane `npm run peers-lane` has with every server, and that tests have again with its recordings. */
import { redPng } from '../../../core/documents/testing/made-images'
import type { ChatRequest, RemoteMessage, RemoteTool } from '../../../core/remote/stream-events'
import { chatRequest } from './chat-request'

const user = (text: string): RemoteMessage => ({ role: 'user', text })
const redImage = { mediaType: 'image/png', base64: redPng.toString('base64') }

const facts = [
  'The KV cache keeps keys and values of earlier tokens.',
  'A cell holds the keys and values of one token in every layer.',
  'A sequence is one series of tokens with its own cells.',
  'Prefill evaluates the tokens of the prompt, many at a time.',
  'Decode evaluates one token at a time.',
]

const system: RemoteMessage = { role: 'system', text: `${[...facts, ...facts].join(' ')} Answer in one sentence.` }

const readFile: RemoteTool = {
  name: 'read_file',
  description: 'Read a file',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

const chat = (messages: readonly RemoteMessage[], more: Partial<ChatRequest> = {}): ChatRequest => ({
  ...chatRequest,
  model: 'pocket',
  messages,
  maxTokens: 32,
  // Without this field, llama-server and Ollama would let the model think.
  thinking: false,
  sampling: { ...chatRequest.sampling, temperature: 0 },
  ...more,
})

export const chats = {
  plain: chat([user('What is the KV cache?')]),
  reasoning: chat([user('The code of Ada is 17. The code of Ben is 42. What is the code of Ben?')], { thinking: true, maxTokens: 96 }),
  tool: chat([user('Read the file notes.txt')], { tools: [readFile], toolChoice: 'required', maxTokens: 64 }),
  schema: chat([user('Name a color in JSON.')], {
    schema: {
      type: 'object',
      properties: { color: { type: 'string', enum: ['red', 'green', 'blue'] } },
      required: ['color'],
      additionalProperties: false,
    },
  }),
  /** These two share their beginning. */
  firstOfPair: chat([system, user('What does a cell hold?')]),
  secondOfPair: chat([system, user('What is prefill?')]),
  /** Longer than 1,024 and shorter than 2,048 tokens. */
  tooLong: chat([user(Array.from({ length: 24 }, () => facts.join(' ')).join(' '))]),
  /** Longer than the model's 2,048 tokens. */
  longerThanModel: chat([user(Array.from({ length: 40 }, () => facts.join(' ')).join(' '))]),
  endless: chat([user('Tell me a story about a fox.')], { maxTokens: 600, ignoreEndOfText: true }),
  absentModel: { ...chat([user('What is the KV cache?')]), model: 'absent' },
  image: chat([{ role: 'user', text: 'What is in the image?', images: [redImage] }]),
  logprobs: chat([user('What is a cell?')], { topLogprobs: 3, maxTokens: 8 }),
}

export const chatsAtOnce = ['a fox', 'a bear', 'an owl', 'a hare'].map((animal) =>
  chat([user(`Tell me a story about ${animal}. Make it short.`)], { maxTokens: 48, ignoreEndOfText: true }),
)
