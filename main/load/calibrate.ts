import { failureOf } from '../../core/contract/errors/coded-error'
import { type Calibration, calibrationFrom, countedInWords } from '../../core/load/workload/calibration'
import { fillerText } from '../../core/load/workload/filler'
import { loadRequest } from './load-request'
import type { Send } from './send-job'
import type { CountTokens } from './token-counter'

const shorterWords = 32
const longerWords = 160
const seeds = { shared: 0, own: 1 }

/** The server counts, or its answers say how many tokens two prompts had. Throws what the requests throw. */
export async function calibrate(model: string, count: CountTokens | null, send: Send, signal: AbortSignal): Promise<Calibration> {
  const counted = count && (await tokensIn(count, signal))
  if (counted) return counted
  const shorter = await promptTokens(shorterWords, model, send, signal)
  const longer = shorter === null ? null : await promptTokens(longerWords, model, send, signal)
  if (shorter === null || longer === null) return countedInWords
  return calibrationFrom({ words: shorterWords, promptTokens: shorter }, { words: longerWords, promptTokens: longer }) ?? countedInWords
}

/** Returns null if the server does not count tokens. */
async function tokensIn(count: CountTokens, signal: AbortSignal): Promise<Calibration | null> {
  try {
    const tokens = await count(fillerText(longerWords, 0, seeds), signal)
    return tokens > 0 ? { by: 'tokenizer', tokensPerWord: tokens / longerWords, templateTokens: null } : null
  } catch (error) {
    if (failureOf(error) && !signal.aborted) return null
    throw error
  }
}

async function promptTokens(words: number, model: string, send: Send, signal: AbortSignal): Promise<number | null> {
  let tokens: number | null = null
  const messages = [{ role: 'user', text: fillerText(words, 0, seeds) }] as const
  for await (const event of send(loadRequest(model, messages, 1), signal))
    if (event.type === 'usage') tokens = event.usage.promptTokens?.value ?? null
  return tokens
}
