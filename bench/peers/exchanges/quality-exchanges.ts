/** Two llama-servers continue the same tokens. The second one has a q8_0 cache. */
import { textWindows } from '../../../core/compare/text-windows'
import { llamaCompletion } from '../../../core/remote/forced/llama-completion'
import { tokenizeBody, tokenizedFrom } from '../../../core/remote/forced/tokenize'
import type { ForcedList } from '../../../core/remote/forced/top-list'
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
  const tokens = async (addSpecial: boolean, withPieces: boolean) => {
    const body = tokenizeBody('llama-server', model, text, { addSpecial, withPieces })
    return tokenizedFrom(answeredObject(await tape.post('/tokenize', body)))
  }
  const plain = await tokens(false, true)
  const special = await tokens(true, false)
  if (!plain || !special) throw new Error('llama-server did not tokenize the text')
  const first = special.tokens.slice(0, special.tokens.length - plain.tokens.length)
  const isTarget = (_token: number, at: number) => plain.isWhole[at] === true
  const windows = textWindows(plain.tokens, { windowTokens, positions, first, isTarget })
  const whole: (readonly number[])[] = []
  for (const window of windows) {
    for (const { path, body } of llamaCompletion.requests(model, window, topK)) await tape.post(path, body)
    const all = new Tape(url)
    for (const { path, body, read } of llamaCompletion.requests(model, window, vocabularyTokens)) {
      const lists = read(answeredObject(await all.post(path, body)))
      if (typeof lists === 'string') throw new Error(`llama-server gave no whole distribution: ${lists}`)
      whole.push(...lists.map((list) => wholeOf(list, vocabularyTokens)))
    }
  }
  return { exchanges: await tape.exchanges(), whole }
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
