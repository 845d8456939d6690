import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import type { Lane, RecordedServer } from '../lane'
import { answeredObject, lastNumber, recordDiscovery, streamedObjects, Tape } from '../recording/tape'
import { colorSchema, commonPrefix, type Message, questions, readFileTool } from './chats'
import { promptTokens } from './llama-server-tokens'

const path = '/v1/chat/completions'

export const chatBody = (messages: readonly Message[], more: object = {}) => ({
  model: 'pocket',
  messages,
  stream: true,
  stream_options: { include_usage: true },
  return_progress: true,
  timings_per_token: true,
  cache_prompt: true,
  temperature: 0,
  max_tokens: 32,
  ...more,
})

interface Run {
  readonly url: string
  readonly server: RecordedServer
  readonly lane: Lane
  /** Of the recordings: `llama-server`. */
  readonly folder: string
  readonly slots: number
  readonly slotTokens: number
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
  lane.compare(`${folder}: total_slots of /props`, slots, props && answeredObject(props).total_slots)
}

async function recordAnswers({ url, server, lane, folder }: Run): Promise<void> {
  const cases = [
    ['chat', questions.plain, {}],
    ['reasoning', questions.reasoning, { chat_template_kwargs: { enable_thinking: true }, max_tokens: 96 }],
    ['tool-call', questions.tool, { tools: [readFileTool], tool_choice: 'required', max_tokens: 64 }],
    ['schema', questions.schema, { response_format: { type: 'json_schema', json_schema: { name: 'color', schema: colorSchema, strict: true } } }],
  ] as const
  for (const [name, messages, more] of cases) {
    const tape = new Tape(url)
    const body = chatBody(messages, more)
    const known = (await promptTokens(url, body)).length
    const exchange = await tape.post(path, body)
    await tape.get('/slots')
    lane.save(`${folder}/${name}`, server, { promptTokens: known }, await tape.exchanges())
    lane.compare(`${folder}/${name}: prompt tokens`, known, reportedPrompt(exchange))
  }
}

async function recordPrefixReuse({ url, server, lane, folder }: Run): Promise<void> {
  const tape = new Tape(url)
  const bodies = [chatBody(questions.firstOfPair), chatBody(questions.secondOfPair)] as const
  const tokens = [await promptTokens(url, bodies[0]), await promptTokens(url, bodies[1])] as const
  const shared = commonPrefix(tokens[0], tokens[1])
  await tape.get('/metrics')
  await tape.post(path, bodies[0])
  await tape.get('/metrics')
  const second = await tape.post(path, bodies[1])
  await tape.get('/metrics')
  await tape.get('/slots')
  const known = { promptTokens: tokens.map(({ length }) => length), cachedTokens: shared }
  lane.save(`${folder}/prefix-reuse`, server, known, await tape.exchanges())
  lane.compare(`${folder}/prefix-reuse: cached tokens of the second prompt`, shared, reportedCached(second))
}

async function recordOverflow({ url, server, lane, folder, slotTokens }: Run): Promise<void> {
  const tape = new Tape(url)
  const body = chatBody(questions.tooLong)
  const known = { promptTokens: (await promptTokens(url, body)).length, slotTokens }
  const exchange = await tape.post(path, body)
  lane.save(`${folder}/overflow`, server, known, await tape.exchanges())
  const { error } = answeredObject(exchange) as { error?: { n_prompt_tokens?: number; n_ctx?: number } }
  lane.compare(`${folder}/overflow: tokens and context`, [known.promptTokens, slotTokens], [error?.n_prompt_tokens, error?.n_ctx])
}

async function recordAbort({ url, server, lane, folder }: Run): Promise<void> {
  const tape = new Tape(url)
  const maxTokens = 600
  await tape.post(path, chatBody(questions.endless, { max_tokens: maxTokens, ignore_eos: true }), { closeAfterPieces: 8 })
  await untilIdle(url)
  await tape.get('/slots')
  await tape.get('/metrics')
  lane.save(`${folder}/abort`, server, { maxTokens, processing: 0 }, await tape.exchanges())
}

async function untilIdle(url: string): Promise<void> {
  for (;;) {
    const slots = (await (await fetch(`${url}/slots`)).json()) as { is_processing: boolean }[]
    if (slots.every((slot) => !slot.is_processing)) return
    await wait(50)
  }
}

/** Reads the server's state while as many chats as it has slots are answered, and the others wait. */
async function recordQueue({ url, server, lane, folder, slots }: Run): Promise<void> {
  const tape = new Tape(url)
  const signal = new EventTarget()
  const answering = new Set<number>()
  const full = once(signal, 'full')
  await tape.get('/metrics')
  const chats = questions.fourAtOnce.map((messages, index) =>
    tape.post(path, chatBody(messages, { max_tokens: 48, ignore_eos: true, timings_per_token: false }), {
      onPiece: () => {
        if (answering.add(index).size === slots) signal.dispatchEvent(new Event('full'))
      },
    }),
  )
  await full
  const during = { slots: await tape.get('/slots'), metrics: await tape.get('/metrics') }
  await Promise.all(chats)
  await tape.get('/slots')
  await tape.get('/metrics')
  const waiting = questions.fourAtOnce.length - slots
  lane.save(`${folder}/queue`, server, { slots, processing: slots, waiting }, await tape.exchanges())
  const busy = (answeredObject(during.slots) as unknown as { is_processing: boolean }[]).filter((slot) => slot.is_processing).length
  lane.compare(`${folder}/queue: busy slots`, slots, busy)
  const page = during.metrics.answer.pieces.map(([, text]) => text).join('')
  lane.compare(`${folder}/queue: deferred requests`, waiting, Number(/^llamacpp:requests_deferred (\d+)$/m.exec(page)?.[1]))
}
