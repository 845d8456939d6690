import { once } from 'node:events'
import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import type { Lane, RecordedServer } from '../lane'
import { lastNumber, recordDiscovery, streamedObjects, Tape } from '../recording/tape'
import { colorSchema, type Message, questions, readFileTool } from './chats'

const path = '/api/chat'

const chatBody = (messages: readonly Message[], { maxTokens = 32, ...more }: { maxTokens?: number; [field: string]: unknown } = {}) => ({
  model: 'pocket',
  messages,
  stream: true,
  options: { temperature: 0, num_predict: maxTokens },
  ...more,
})

const openAiBody = (messages: readonly Message[], more: object = {}) => ({
  model: 'pocket',
  messages,
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0,
  max_tokens: 32,
  ...more,
})

interface Run {
  readonly url: string
  readonly server: RecordedServer
  readonly lane: Lane
  readonly slots: number
  /** Tokens of a chat's prompt, according to llama-server with the same model. */
  promptTokens(messages: readonly Message[], thinks: boolean): Promise<number[]>
}

const reportedPrompt = (exchange: RecordedExchange) => lastNumber(streamedObjects(exchange), 'prompt_eval_count')

export async function recordOllama(run: Run): Promise<void> {
  await recordDiscover(run)
  await recordAnswers(run)
  await recordOpenAi(run)
  await recordPrefixReuse(run)
  await recordOthers(run)
  await recordQueue(run)
}

async function recordDiscover({ url, server, lane }: Run): Promise<void> {
  const tape = new Tape(url)
  await recordDiscovery(tape)
  await tape.post('/api/show', { model: 'pocket' })
  lane.save('ollama/discover', server, { models: ['pocket:latest'], loaded: [] }, await tape.exchanges())
}

async function recordAnswers({ url, server, lane, promptTokens }: Run): Promise<void> {
  const cases = [
    ['chat', questions.plain, {}, false],
    ['reasoning', questions.reasoning, { think: true, maxTokens: 96 }, true],
    ['tool-call', questions.tool, { tools: [readFileTool], maxTokens: 64 }, null],
    ['schema', questions.schema, { format: colorSchema }, false],
  ] as const
  for (const [name, messages, more, thinks] of cases) {
    const tape = new Tape(url)
    const exchange = await tape.post(path, chatBody(messages, more))
    await tape.get('/api/ps')
    const known = thinks === null ? null : (await promptTokens(messages, thinks)).length
    lane.save(`ollama/${name}`, server, { promptTokens: known }, await tape.exchanges())
    if (known !== null) lane.compare(`ollama/${name}: prompt tokens`, known, reportedPrompt(exchange))
  }
}

async function recordOpenAi({ url, server, lane, promptTokens }: Run): Promise<void> {
  const cases = [
    ['openai-chat', questions.plain, {}],
    ['openai-tool-call', questions.tool, { tools: [readFileTool], tool_choice: 'required', max_tokens: 64 }],
  ] as const
  for (const [name, messages, more] of cases) {
    const tape = new Tape(url)
    const exchange = await tape.post('/v1/chat/completions', openAiBody(messages, more))
    const known = 'tools' in more ? null : (await promptTokens(messages, false)).length
    lane.save(`ollama/${name}`, server, { promptTokens: known }, await tape.exchanges())
    if (known !== null) lane.compare(`ollama/${name}: prompt tokens`, known, lastNumber(streamedObjects(exchange), 'usage.prompt_tokens'))
  }
}

async function recordPrefixReuse({ url, server, lane, promptTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  const first = await tape.post(path, chatBody(questions.firstOfPair))
  const second = await tape.post(path, chatBody(questions.secondOfPair))
  const lengths = [(await promptTokens(questions.firstOfPair, false)).length, (await promptTokens(questions.secondOfPair, false)).length]
  lane.save('ollama/prefix-reuse', server, { promptTokens: lengths }, await tape.exchanges())
  lane.compare('ollama/prefix-reuse: prompt tokens', lengths, [reportedPrompt(first), reportedPrompt(second)])
}

async function recordOthers({ url, server, lane, promptTokens }: Run): Promise<void> {
  const overflow = new Tape(url)
  await overflow.post(path, chatBody(questions.tooLong))
  await overflow.post(path, chatBody(questions.tooLong, { truncate: false }))
  const known = { promptTokens: (await promptTokens(questions.tooLong, false)).length }
  lane.save('ollama/overflow', server, known, await overflow.exchanges())

  const abort = new Tape(url)
  await abort.post(path, chatBody(questions.endless, { maxTokens: 600 }), { closeAfterPieces: 8 })
  await abort.get('/api/ps')
  lane.save('ollama/abort', server, { maxTokens: 600 }, await abort.exchanges())

  const absent = new Tape(url)
  await absent.post(path, { ...chatBody(questions.plain), model: 'absent' })
  await absent.post('/v1/chat/completions', { ...openAiBody(questions.plain), model: 'absent' })
  lane.save('ollama/absent-model', server, { status: 404 }, await absent.exchanges())
}

async function recordQueue({ url, server, lane, slots }: Run): Promise<void> {
  const tape = new Tape(url)
  const signal = new EventTarget()
  const answering = new Set<number>()
  const full = once(signal, 'full')
  const chats = questions.fourAtOnce.map((messages, index) =>
    tape.post(path, chatBody(messages, { maxTokens: 48 }), {
      onPiece: () => {
        if (answering.add(index).size === slots) signal.dispatchEvent(new Event('full'))
      },
    }),
  )
  await full
  await tape.get('/api/ps')
  await Promise.all(chats)
  lane.save('ollama/queue', server, { slots, waiting: questions.fourAtOnce.length - slots }, await tape.exchanges())
}
