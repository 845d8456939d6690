import { ollamaBody } from '../../../core/remote/chat/ollama-body'
import { openAiBody } from '../../../core/remote/chat/openai-body'
import type { ChatRequest } from '../../../core/remote/stream-events'
import { chats, chatsAtOnce } from '../../../main/remote/testing/recorded-chats'
import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import type { Lane, RecordedServer } from '../lane'
import { lastNumber, recordDiscovery, streamedObjects, Tape } from '../recording/tape'
import { chatPath } from './llama-server-exchanges'
import { Queue } from './queue'

const path = '/api/chat'

interface Run {
  readonly url: string
  readonly server: RecordedServer
  readonly lane: Lane
  readonly slots: number
  readonly contextTokens: number
  /** Tokens of a chat's prompt, according to llama-server with the same model. */
  promptTokens(request: ChatRequest): Promise<number[]>
}

const reportedPrompt = (exchange: RecordedExchange) => lastNumber(streamedObjects(exchange), 'prompt_eval_count')

export async function recordOllama(run: Run): Promise<void> {
  await recordDiscover(run)
  await recordAnswers(run)
  await recordOpenAi(run)
  await recordPrefixReuse(run)
  await recordOverflow(run)
  await recordOthers(run)
  await recordQueue(run)
}

async function recordDiscover({ url, server, lane }: Run): Promise<void> {
  const tape = new Tape(url)
  await recordDiscovery(tape)
  await tape.post('/api/show', { model: 'pocket' })
  lane.save('ollama/discover', server, { models: ['pocket:latest'], loaded: [] }, await tape.exchanges())
}

/** The template of the tools is Ollama's own, so the lane does not know how long that prompt is. */
const known = async ({ promptTokens }: Run, request: ChatRequest) =>
  request.tools.length > 0 ? null : (await promptTokens(request)).length

async function recordAnswers(run: Run): Promise<void> {
  const { url, server, lane } = run
  const cases = { chat: chats.plain, reasoning: chats.reasoning, 'tool-call': chats.tool, schema: chats.schema, logprobs: chats.logprobs }
  for (const [name, request] of Object.entries(cases)) {
    const tape = new Tape(url)
    const exchange = await tape.post(path, ollamaBody(request))
    await tape.get('/api/ps')
    const tokens = await known(run, request)
    lane.save(`ollama/${name}`, server, { promptTokens: tokens }, await tape.exchanges())
    if (tokens !== null) lane.compare(`ollama/${name}: prompt tokens`, tokens, reportedPrompt(exchange))
  }
}

/** Headroom cannot switch reasoning off in this dialect, and Ollama lets a model think that can. */
async function recordOpenAi(run: Run): Promise<void> {
  const { url, server, lane } = run
  for (const [name, request] of Object.entries({ 'openai-chat': chats.plain, 'openai-tool-call': chats.tool })) {
    const tape = new Tape(url)
    const exchange = await tape.post(chatPath, openAiBody('openai', request))
    const tokens = await known(run, { ...request, thinking: true })
    lane.save(`ollama/${name}`, server, { promptTokens: tokens }, await tape.exchanges())
    if (tokens !== null) lane.compare(`ollama/${name}: prompt tokens`, tokens, lastNumber(streamedObjects(exchange), 'usage.prompt_tokens'))
  }
}

async function recordPrefixReuse({ url, server, lane, promptTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  const first = await tape.post(path, ollamaBody(chats.firstOfPair))
  const second = await tape.post(path, ollamaBody(chats.secondOfPair))
  const lengths = [(await promptTokens(chats.firstOfPair)).length, (await promptTokens(chats.secondOfPair)).length]
  lane.save('ollama/prefix-reuse', server, { promptTokens: lengths }, await tape.exchanges())
  lane.compare('ollama/prefix-reuse: prompt tokens', lengths, [reportedPrompt(first), reportedPrompt(second)])
}

/** First as Headroom asks, then as Ollama does by default: it drops the beginning of the prompt. */
async function recordOverflow({ url, server, lane, promptTokens, contextTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  await tape.post(path, ollamaBody(chats.tooLong))
  await tape.post(path, { ...ollamaBody(chats.tooLong), truncate: true, shift: true })
  const tokens = (await promptTokens(chats.tooLong)).length
  lane.save('ollama/overflow', server, { promptTokens: tokens, contextTokens }, await tape.exchanges())
}

async function recordOthers({ url, server, lane }: Run): Promise<void> {
  const abort = new Tape(url)
  await abort.post(path, ollamaBody(chats.endless), { closeAfterPieces: 8 })
  await abort.get('/api/ps')
  lane.save('ollama/abort', server, { maxTokens: chats.endless.maxTokens }, await abort.exchanges())

  const absent = new Tape(url)
  await absent.post(path, ollamaBody(chats.absentModel))
  await absent.post(chatPath, openAiBody('openai', chats.absentModel))
  lane.save('ollama/absent-model', server, { status: 404 }, await absent.exchanges())
}

async function recordQueue({ url, server, lane, slots }: Run): Promise<void> {
  const tape = new Tape(url)
  const queue = new Queue(slots)
  const answers = chatsAtOnce.map((request, index) => tape.post(path, ollamaBody(request), { onPiece: () => queue.began(index) }))
  await queue.full
  await tape.get('/api/ps')
  await Promise.all(answers)
  lane.save('ollama/queue', server, { slots, waiting: chatsAtOnce.length - slots }, await tape.exchanges())
}
