import { openAiBody } from '../../../core/remote/chat/openai-body'
import type { ChatRequest } from '../../../core/remote/stream-events'
import { chats, chatsAtOnce } from '../../../main/remote/testing/recorded-chats'
import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import type { Lane, RecordedServer } from '../lane'
import { lastNumber, recordDiscovery, streamedObjects, Tape, textOfPage } from '../recording/tape'
import { chatPath } from './llama-server-exchanges'
import { recordVllmQuality } from './quality-exchanges'
import { commonPrefix, Queue, untilWaiting } from './queue'

interface Run {
  readonly url: string
  readonly server: RecordedServer
  readonly lane: Lane
  readonly sequences: number
  readonly contextTokens: number
  readonly blockTokens: number
  /** The tokens of a chat's prompt, according to llama-server with the same model. */
  promptTokens(request: ChatRequest): Promise<number[]>
  /** The address of that llama-server. */
  readonly llamaUrl: string
}

const bodyOf = (request: ChatRequest): object => openAiBody('vllm', request)
const reportedPrompt = (exchange: RecordedExchange) => lastNumber(streamedObjects(exchange), 'usage.prompt_tokens')
const reportedCached = (exchange: RecordedExchange) => lastNumber(streamedObjects(exchange), 'usage.prompt_tokens_details.cached_tokens')

/** A failure of one of these does not keep the others from being recorded: vLLM takes minutes to start. */
export async function recordVllm(run: Run): Promise<void> {
  for (const step of [recordDiscover, recordAnswers, recordPrefixReuse, recordOthers, recordQueue, recordQuality])
    await step(run).catch((error: unknown) => run.lane.fail(`vllm: ${step.name}: ${error}`))
}

/** Without the buckets of histograms, which are most of the page and which Headroom does not read. */
const shortened = (exchanges: readonly RecordedExchange[]): RecordedExchange[] =>
  exchanges.map((exchange) => (exchange.request.path === '/metrics' ? withoutBuckets(exchange) : exchange))

const recorded = async (tape: Tape): Promise<RecordedExchange[]> => shortened(await tape.exchanges())

const withoutBuckets = (exchange: RecordedExchange): RecordedExchange => ({
  ...exchange,
  answer: {
    ...exchange.answer,
    pieces: exchange.answer.pieces.map(([atMs, content]) => [
      atMs,
      typeof content === 'string' ? content.replace(/^\w[\w:]*_bucket\{.*\n/gm, '') : content,
    ]),
  },
})

async function recordDiscover({ url, server, lane, sequences, contextTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  await recordDiscovery(tape)
  lane.save('vllm/discover', server, { sequences, contextTokens }, await recorded(tape))
}

async function recordAnswers({ url, server, lane, promptTokens }: Run): Promise<void> {
  const cases = { chat: chats.plain, reasoning: chats.reasoning, 'tool-call': chats.tool, schema: chats.schema, logprobs: chats.logprobs }
  for (const [name, request] of Object.entries(cases)) {
    const tape = new Tape(url)
    const known = (await promptTokens(request)).length
    const exchange = await tape.post(chatPath, bodyOf(request))
    lane.save(`vllm/${name}`, server, { promptTokens: known }, await recorded(tape))
    lane.compare(`vllm/${name}: prompt tokens`, known, reportedPrompt(exchange))
  }
}

/** vLLM keeps whole blocks. */
async function recordPrefixReuse({ url, server, lane, promptTokens, blockTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  const tokens = [await promptTokens(chats.firstOfPair), await promptTokens(chats.secondOfPair)] as const
  const cachedTokens = Math.floor(commonPrefix(tokens[0], tokens[1]) / blockTokens) * blockTokens
  await tape.get('/metrics')
  await tape.post(chatPath, bodyOf(chats.firstOfPair))
  const second = await tape.post(chatPath, bodyOf(chats.secondOfPair))
  await tape.get('/metrics')
  const known = { promptTokens: tokens.map(({ length }) => length), cachedTokens }
  lane.save('vllm/prefix-reuse', server, known, await recorded(tape))
  lane.compare('vllm/prefix-reuse: cached tokens of the second prompt', cachedTokens, reportedCached(second))
}

async function recordOthers({ url, server, lane, promptTokens, contextTokens }: Run): Promise<void> {
  const overflow = new Tape(url)
  await overflow.post(chatPath, bodyOf(chats.longerThanModel))
  const known = { promptTokens: (await promptTokens(chats.longerThanModel)).length, contextTokens }
  lane.save('vllm/overflow', server, known, await recorded(overflow))

  const abort = new Tape(url)
  await abort.post(chatPath, bodyOf(chats.endless), { closeAfterPieces: 8 })
  lane.save('vllm/abort', server, { maxTokens: chats.endless.maxTokens }, await recorded(abort))

  const absent = new Tape(url)
  await absent.post(chatPath, bodyOf(chats.absentModel))
  lane.save('vllm/absent-model', server, { status: 404 }, await recorded(absent))
}

async function recordQueue({ url, server, lane, sequences }: Run): Promise<void> {
  const tape = new Tape(url)
  const queue = new Queue(sequences)
  const answers = chatsAtOnce.map((request, index) =>
    tape.post(chatPath, { ...bodyOf(request), stream_options: { include_usage: true } }, { onPiece: () => queue.began(index) }),
  )
  await queue.full
  const waiting = chatsAtOnce.length - sequences
  const gauge = (page: string, name: string) => Number(new RegExp(`^vllm:${name}\\{.*\\} ([\\d.]+)$`, 'm').exec(page)?.[1])
  const areWaiting = async () => gauge(await (await fetch(`${url}/metrics`)).text(), 'num_requests_waiting') >= waiting
  await untilWaiting(areWaiting, Promise.all(answers))
  const during = await tape.get('/metrics')
  await Promise.all(answers)
  lane.save('vllm/queue', server, { processing: sequences, waiting }, await recorded(tape))
  const gauges = ['num_requests_running', 'num_requests_waiting'].map((name) => gauge(textOfPage(during), name))
  lane.compare('vllm/queue: running and waiting', [sequences, waiting], gauges)
}

/** In nats. One cache is in f16 and the other in f32, and the kernels add in a different order. */
const mostDivergence = 0.001

async function recordQuality({ url, llamaUrl, server, lane }: Run): Promise<void> {
  const { exchanges, tokens, divergence } = await recordVllmQuality(url, llamaUrl)
  lane.save('vllm/quality', server, { divergence, mostDivergence }, shortened(exchanges))
  lane.compare('vllm/quality: tokens of the text', tokens[0], tokens[1])
  lane.compare(`vllm/quality: a divergence of at most ${mostDivergence} nats`, true, divergence <= mostDivergence)
}
