import { setTimeout as wait } from 'node:timers/promises'
import { openAiBody } from '../../../core/remote/chat/openai-body'
import type { ChatRequest } from '../../../core/remote/stream-events'
import { chats, chatsAtOnce } from '../../../main/remote/testing/recorded-chats'
import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import type { Lane, RecordedServer } from '../lane'
import { answeredObject, lastNumber, recordDiscovery, streamedObjects, Tape, textOfPage } from '../recording/tape'
import { promptTokens } from './llama-server-tokens'
import { commonPrefix, Queue, untilWaiting } from './queue'

export const chatPath = '/v1/chat/completions'
export const bodyOf = (request: ChatRequest): object => openAiBody('llama-server', request)

interface Run {
  readonly url: string
  readonly server: RecordedServer
  readonly lane: Lane
  /** Of the recordings: `llama-server`. */
  readonly folder: string
  readonly slots: number
  readonly slotTokens: number
}

/** In the order in which Headroom reads them. */
async function recordState(tape: Tape): Promise<{ slots: RecordedExchange; metrics: RecordedExchange }> {
  await tape.get('/props')
  return { slots: await tape.get('/slots'), metrics: await tape.get('/metrics') }
}

const reportedPrompt = (exchange: RecordedExchange) => lastNumber(streamedObjects(exchange), 'usage.prompt_tokens')
const reportedCached = (exchange: RecordedExchange) => lastNumber(streamedObjects(exchange), 'timings.cache_n')

export async function recordLlamaServer(run: Run): Promise<void> {
  await recordDiscover(run)
  await recordAnswers(run)
  await recordPrefixReuse(run)
  await recordOverflow(run)
  await recordAbort(run)
  await recordQueue(run)
}

async function recordDiscover({ url, server, lane, folder, slots, slotTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  await recordDiscovery(tape)
  const exchanges = await tape.exchanges()
  lane.save(`${folder}/discover`, server, { slots, slotTokens }, exchanges)
  const props = exchanges.find(({ request }) => request.path === '/props')
  lane.compare(`${folder}/discover: total_slots of /props`, slots, props && answeredObject(props).total_slots)
}

async function recordAnswers({ url, server, lane, folder }: Run): Promise<void> {
  const cases = { chat: chats.plain, reasoning: chats.reasoning, 'tool-call': chats.tool, schema: chats.schema, logprobs: chats.logprobs }
  for (const [name, request] of Object.entries(cases)) {
    const tape = new Tape(url)
    const body = bodyOf(request)
    const known = (await promptTokens(url, body)).length
    const exchange = await tape.post(chatPath, body)
    await tape.get('/slots')
    lane.save(`${folder}/${name}`, server, { promptTokens: known }, await tape.exchanges())
    lane.compare(`${folder}/${name}: prompt tokens`, known, reportedPrompt(exchange))
  }
}

async function recordPrefixReuse({ url, server, lane, folder }: Run): Promise<void> {
  const tape = new Tape(url)
  const bodies = [bodyOf(chats.firstOfPair), bodyOf(chats.secondOfPair)] as const
  const tokens = [await promptTokens(url, bodies[0]), await promptTokens(url, bodies[1])] as const
  const shared = commonPrefix(tokens[0], tokens[1])
  await tape.post(chatPath, bodies[0])
  await recordState(tape)
  const second = await tape.post(chatPath, bodies[1])
  await recordState(tape)
  const known = { promptTokens: tokens.map(({ length }) => length), cachedTokens: shared }
  lane.save(`${folder}/prefix-reuse`, server, known, await tape.exchanges())
  lane.compare(`${folder}/prefix-reuse: cached tokens of the second prompt`, shared, reportedCached(second))
}

async function recordOverflow({ url, server, lane, folder, slotTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  const body = bodyOf(chats.tooLong)
  const known = { promptTokens: (await promptTokens(url, body)).length, slotTokens }
  const exchange = await tape.post(chatPath, body)
  lane.save(`${folder}/overflow`, server, known, await tape.exchanges())
  const { error } = answeredObject(exchange) as { error?: { n_prompt_tokens?: number; n_ctx?: number } }
  lane.compare(`${folder}/overflow: tokens and context`, [known.promptTokens, slotTokens], [error?.n_prompt_tokens, error?.n_ctx])
}

async function recordAbort({ url, server, lane, folder }: Run): Promise<void> {
  const tape = new Tape(url)
  await tape.post(chatPath, bodyOf(chats.endless), { closeAfterPieces: 8 })
  await untilIdle(url)
  await recordState(tape)
  lane.save(`${folder}/abort`, server, { maxTokens: chats.endless.maxTokens, processing: 0 }, await tape.exchanges())
}

async function untilIdle(url: string): Promise<void> {
  for (;;) {
    const slots = (await (await fetch(`${url}/slots`)).json()) as { is_processing: boolean }[]
    if (slots.every((slot) => !slot.is_processing)) return
    await wait(50)
  }
}

const deferredIn = (metrics: string): number => Number(/^llamacpp:requests_deferred (\d+)$/m.exec(metrics)?.[1])

/** Reads the server's state while as many chats as it has slots are answered, and the others wait. */
async function recordQueue({ url, server, lane, folder, slots }: Run): Promise<void> {
  const tape = new Tape(url)
  const queue = new Queue(slots)
  await recordState(tape)
  const answers = chatsAtOnce.map((request, index) =>
    tape.post(chatPath, { ...bodyOf(request), timings_per_token: false }, { onPiece: () => queue.began(index) }),
  )
  await queue.full
  const waiting = chatsAtOnce.length - slots
  const areWaiting = async () => deferredIn(await (await fetch(`${url}/metrics`)).text()) >= waiting
  await untilWaiting(areWaiting, Promise.all(answers))
  const during = await recordState(tape)
  await Promise.all(answers)
  await untilIdle(url)
  await recordState(tape)
  lane.save(`${folder}/queue`, server, { slots, processing: slots, waiting }, await tape.exchanges())
  const busy = (answeredObject(during.slots) as unknown as { is_processing: boolean }[]).filter((slot) => slot.is_processing).length
  lane.compare(`${folder}/queue: busy slots`, slots, busy)
  lane.compare(`${folder}/queue: deferred requests`, waiting, deferredIn(textOfPage(during.metrics)))
}
