/** Sends prompts that contain a code and ask for it, in three dialects, and aborts some of the answers. */
import { Random } from '../attack/random'

export interface Sent {
  readonly isAborted: boolean
  /** null if the answer is complete, or if the client aborted it. */
  readonly failure: string | null
  readonly codes: { readonly own: boolean; readonly foreign: boolean }
}

interface Heard {
  readonly text: string
  readonly failure: string | null
}

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

interface Dialect {
  readonly path: string
  body(messages: readonly Message[], stream: boolean): Readonly<Record<string, unknown>>
  /** Of a whole answer, or of an event of a stream. */
  text(answer: Answer): string | undefined
}

interface Answer {
  readonly content?: string | readonly { readonly text?: string }[]
  readonly delta?: { readonly text?: string }
  readonly choices?: readonly { readonly message?: { readonly content?: string }; readonly delta?: { readonly content?: string } }[]
}

const outputTokens = 24
const system = 'You answer questions about what you read.'
const model = 'pocket-f16'

const dialects: readonly Dialect[] = [
  {
    path: '/v1/chat/completions',
    body: (messages, stream) => ({
      ...{ model, stream, max_tokens: outputTokens, temperature: 0 },
      messages: [{ role: 'system', content: system }, ...messages],
    }),
    text: ({ choices }) => choices?.[0]?.message?.content ?? choices?.[0]?.delta?.content,
  },
  {
    path: '/v1/messages',
    body: (messages, stream) => ({ model, stream, max_tokens: outputTokens, temperature: 0, system, messages }),
    text: ({ content, delta }) => (Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : delta?.text),
  },
  {
    path: '/completion',
    body: (messages, stream) => ({
      ...{ stream, n_predict: outputTokens, temperature: 0 },
      prompt: `${[{ role: 'system', content: system }, ...messages].map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('')}<|im_start|>assistant\n`,
    }),
    text: ({ content }) => (typeof content === 'string' ? content : undefined),
  },
]

const things = ['sled', 'stool', 'crate', 'lantern', 'wheel', 'mirror', 'basket', 'whistle']
const colors = ['small', 'gray', 'secret', 'old', 'red', 'green', 'round', 'broken']
const fillers = [
  'Small waves moved across the lake.',
  'The owl and the deer met at the beach.',
  'Nothing else happened on Sunday.',
  'In March the desert is full of visitors.',
  'Tom cannot swim, but Sam can.',
  'The road from the castle to the kitchen is long.',
]
const mostTurns = 4

export class CodedClient {
  private readonly random: Random
  private conversation: Message[] = []

  /** `codes` are those of all clients. */
  constructor(
    private readonly url: string,
    seed: number,
    private readonly codes: Set<string>,
  ) {
    this.random = new Random(seed)
  }

  /** Continues its conversation, or starts another one. */
  async send(): Promise<Sent> {
    const { random } = this
    if (this.conversation.length >= 2 * mostTurns || random.is(0.4)) this.conversation = []
    const code = this.newCode()
    const messages = [...this.conversation, { role: 'user', content: this.question(code) } as const]
    const told = new Set(messages.flatMap(({ content }) => content.match(/\d{6}/g) ?? []))
    const dialect = random.of(dialects)
    const stream = random.is(0.8)
    const abort = new AbortController()
    const isToAbort = random.is(0.4)
    /** Before the answer, after some milliseconds, or after some events. */
    const [afterMs, afterEvents] = isToAbort
      ? random.of([
          [0, null],
          [random.below(200), null],
          [null, 1 + random.below(20)],
        ] as const)
      : [null, null]
    const timer = afterMs === null ? undefined : setTimeout(() => abort.abort(), afterMs)
    const gone = new Promise<Heard>((resolve) => abort.signal.addEventListener('abort', () => resolve({ text: '', failure: null })))
    // Node's fetch sometimes settles neither way after an abort.
    const heard = this.ask(dialect, dialect.body(messages, stream), abort, afterEvents)
    const { text, failure } = await Promise.race([heard, gone])
    clearTimeout(timer)
    const isAborted = abort.signal.aborted
    this.conversation = isAborted || failure !== null ? [] : [...messages, { role: 'assistant', content: text }]
    const found: readonly string[] = text.match(/\d{6}/g) ?? []
    return {
      isAborted,
      failure: isAborted ? null : failure,
      codes: { own: found.includes(code), foreign: found.some((one) => this.codes.has(one) && !told.has(one)) },
    }
  }

  private async ask(dialect: Dialect, body: object, abort: AbortController, afterEvents: number | null): Promise<Heard> {
    let text = ''
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(this.url + dialect.path, { method: 'POST', headers, body: JSON.stringify(body), signal: abort.signal })
      if (response.status !== 200) return { text, failure: `${dialect.path}: ${response.status} ${await response.text()}` }
      if (response.headers.get('content-type')?.includes('event-stream')) {
        let events = 0
        for await (const event of eventsOf(response)) {
          text += dialect.text(event) ?? ''
          if (afterEvents !== null && ++events >= afterEvents) abort.abort()
        }
      } else text = dialect.text((await response.json()) as Answer) ?? ''
      return { text, failure: text === '' ? `${dialect.path}: no text` : null }
    } catch (error) {
      return { text, failure: `${dialect.path}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}` }
    }
  }

  private newCode(): string {
    for (;;) {
      const code = String(100_000 + this.random.below(900_000))
      if (this.codes.has(code)) continue
      this.codes.add(code)
      return code
    }
  }

  private question(code: string): string {
    const { random } = this
    const thing = `${random.of(colors)} ${random.of(things)}`
    const filler = () => Array.from({ length: random.below(6) }, () => random.of(fillers)).join(' ')
    return `Read this text and remember the important facts. ${filler()} The code of the ${thing} is ${code}. ${filler()}\nWhat is the code of the ${thing}?`
  }
}

async function* eventsOf({ body }: Response): AsyncGenerator<Answer, void, void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: {')) yield JSON.parse(line.slice('data: '.length)) as Answer
  }
}
