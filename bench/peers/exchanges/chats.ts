/** Requests that every engine gets, in OpenAI's dialect. */
export interface Message {
  readonly role: 'system' | 'user'
  readonly content: string
}

export const user = (content: string): Message => ({ role: 'user', content })

const cacheFacts = [
  'The KV cache keeps keys and values of earlier tokens.',
  'A cell holds the keys and values of one token in every layer.',
  'A sequence is one series of tokens with its own cells.',
  'Prefill evaluates the tokens of the prompt, many at a time.',
  'Decode evaluates one token at a time.',
] as const

/** About 150 tokens. Two requests with it share their beginning. */
export const systemPrompt: Message = {
  role: 'system',
  content: `${[...cacheFacts, ...cacheFacts].join(' ')} Answer in one sentence.`,
}

export const questions = {
  plain: [user('What is the KV cache?')],
  firstOfPair: [systemPrompt, user('What does a cell hold?')],
  secondOfPair: [systemPrompt, user('What is prefill?')],
  reasoning: [user('The code of Ada is 17. The code of Ben is 42. What is the code of Ben?')],
  tool: [user('Read the file notes.txt')],
  schema: [user('Name a color in JSON.')],
  endless: [user('Tell me a story about a fox.')],
  /** Longer than 1,024 and shorter than 2,048 tokens. */
  tooLong: [user(Array.from({ length: 24 }, () => cacheFacts.join(' ')).join(' '))],
  fourAtOnce: ['a fox', 'a bear', 'an owl', 'a hare'].map((animal) => [user(`Tell me a story about ${animal}.`)]),
} as const

export const readFileTool = {
  type: 'function',
  function: {
    name: 'read_file',
    description: 'Read a file',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
} as const

export const colorSchema = {
  type: 'object',
  properties: { color: { type: 'string', enum: ['red', 'green', 'blue'] } },
  required: ['color'],
  additionalProperties: false,
} as const

export const commonPrefix = (a: readonly number[], b: readonly number[]): number => {
  const differs = a.findIndex((token, index) => token !== b[index])
  return differs === -1 ? a.length : differs
}
