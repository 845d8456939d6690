/** Servers continue the same tokens: two llama-servers, the second one with a q8_0 cache, and vLLM. */
import { topKScore } from '../../../core/compare/statistics/top-k-divergence'
import { type TextWindow, textWindows } from '../../../core/compare/text-windows'
import type { ForcedDialect } from '../../../core/remote/forced/forced-dialect'
import { llamaCompletion } from '../../../core/remote/forced/llama-completion'
import { tokenizeBody, tokenizedFrom } from '../../../core/remote/forced/tokenize'
import type { ForcedList } from '../../../core/remote/forced/top-list'
import { vllmCompletion } from '../../../core/remote/forced/vllm-completion'
import { recordedQuality } from '../../../main/quality/testing/recorded-quality'
import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import { answeredObject, recordDiscovery, Tape } from '../recording/tape'

const model = 'pocket'
const { text, windowTokens, positions, topK } = recordedQuality

export interface QualityExchanges {
  readonly exchanges: readonly RecordedExchange[]
  /** Log probability of every token, at each position. */
  readonly whole: readonly (readonly number[])[]
}

export async function recordQuality(url: string, vocabularyTokens: number): Promise<QualityExchanges> {
  const tape = new Tape(url)
  await recordDiscovery(tape)
  const { windows } = await windowsAt(tape)
  const whole: (readonly number[])[] = []
  for (const window of windows) {
    await listsAt(tape, llamaCompletion, window, topK)
    const lists = await listsAt(new Tape(url), llamaCompletion, window, vocabularyTokens)
    whole.push(...lists.map((list) => wholeOf(list, vocabularyTokens)))
  }
  return { exchanges: await tape.exchanges(), whole }
}

export interface VllmQuality {
  readonly exchanges: readonly RecordedExchange[]
  /** By llama-server and by vLLM. */
  readonly tokens: readonly (readonly number[])[]
  /** Mean lower bound of KL(llama-server || vLLM) in nats. */
  readonly divergence: number
}

/** vLLM and the llama-server at `llamaUrl` have the same weights. */
export async function recordVllmQuality(url: string, llamaUrl: string): Promise<VllmQuality> {
  const [tape, llama] = [new Tape(url), new Tape(llamaUrl)]
  await recordDiscovery(tape)
  const { windows, tokens } = await windowsAt(llama)
  const own = tokenizedFrom(answeredObject(await tape.post('/tokenize', tokenizeBody('vllm', model, text, { addSpecial: false }))))
  const divergences: number[] = []
  for (const window of windows) {
    const lists = await listsAt(tape, vllmCompletion, window, topK)
    const references = await listsAt(llama, llamaCompletion, window, topK)
    divergences.push(...references.map((reference, at) => topKScore(reference.top, (lists[at] as ForcedList).top).divergence))
  }
  const divergence = divergences.reduce((sum, one) => sum + one, 0) / divergences.length
  let next = 0
  const exchanges = (await tape.exchanges()).map((exchange) =>
    exchange.request.path === '/v1/completions' ? onlyTargets(exchange, windows[next++]?.targets ?? []) : exchange,
  )
  return { exchanges, tokens: [tokens, own?.tokens ?? []], divergence }
}

/** Leaves out vLLM's lists at other positions. They make up most of the answer, and Headroom does not read them. */
function onlyTargets(exchange: RecordedExchange, targets: readonly number[]): RecordedExchange {
  const answer = answeredObject(exchange) as { choices: { prompt_logprobs: (object | null)[] }[] }
  for (const choice of answer.choices)
    choice.prompt_logprobs = choice.prompt_logprobs.map((list, at) => (list === null || targets.includes(at) ? list : {}))
  const atMs = exchange.answer.pieces.at(-1)?.[0] ?? 0
  return { ...exchange, answer: { ...exchange.answer, pieces: [[atMs, JSON.stringify(answer)]] } }
}

/** The tokens of the text, and its windows, each of which begins with the special tokens that llama-server puts before a text. */
async function windowsAt(tape: Tape): Promise<{ windows: readonly TextWindow[]; tokens: readonly number[] }> {
  const tokens = async (addSpecial: boolean, withPieces: boolean) => {
    const body = tokenizeBody('llama-server', model, text, { addSpecial, withPieces })
    return tokenizedFrom(answeredObject(await tape.post('/tokenize', body)))
  }
  const plain = await tokens(false, true)
  const special = await tokens(true, false)
  if (!plain || !special) throw new Error('llama-server did not tokenize the text')
  const first = special.tokens.slice(0, special.tokens.length - plain.tokens.length)
  const isTarget = (_token: number, at: number) => plain.isWhole[at] === true
  return { windows: textWindows(plain.tokens, { windowTokens, positions, first, isTarget }), tokens: plain.tokens }
}

async function listsAt(tape: Tape, dialect: ForcedDialect, window: TextWindow, count: number): Promise<ForcedList[]> {
  const all: ForcedList[] = []
  for (const { path, body, read } of dialect.requests(model, window, count)) {
    const lists = read(answeredObject(await tape.post(path, body)))
    if (typeof lists === 'string') throw new Error(`${path} gave no lists: ${lists}`)
    all.push(...lists)
  }
  return all
}

function wholeOf({ top }: ForcedList, vocabularyTokens: number): readonly number[] {
  const logprobs = new Array<number>(vocabularyTokens).fill(Number.NEGATIVE_INFINITY)
  for (const { token, logprob } of top) logprobs[token] = logprob
  return logprobs
}

/** KL(reference || other) in nats. Tokens without a probability in one of them are left out. */
export const exactDivergence = (reference: readonly number[], other: readonly number[]): number =>
  reference.reduce((sum, logprob, token) => {
    const term = Math.exp(logprob) * (logprob - (other[token] as number))
    return Number.isFinite(term) ? sum + term : sum
  }, 0)
