import { coded, failureOf } from '../../core/contract/errors/coded-error'
import { type TokenizedText, type TokenizeOptions, tokenizeBody, tokenizedFrom } from '../../core/remote/forced/tokenize'
import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { askJson } from './ask-json'
import type { ExchangeLimits } from './exchange'

export type Tokenize = (text: string, options: TokenizeOptions, signal: AbortSignal) => Promise<TokenizedText>

const limits: ExchangeLimits = { silenceMs: 60_000, requestMs: 120_000, bytes: 64 << 20 }

/** Returns null for a server without such a request. */
export function tokenizer(network: Network, address: ServerAddress, kind: ServerKind, model: string): Tokenize | null {
  const bodyOf = (text: string, options: TokenizeOptions) => tokenizeBody(kind, model, text, options)
  if (!bodyOf('', { addSpecial: false })) return null
  return async (text, options, signal) => {
    const body = bodyOf(text, options) ?? {}
    const ask = () => askJson(network, address, { path: '/tokenize', body, model, limits }, signal)
    const { url, value } = await ask().catch((error) => {
      // llama-server closes a connection after 100 requests (`CPPHTTPLIB_KEEPALIVE_MAX_COUNT`), and the next one can be on its way.
      if (failureOf(error)?.code === 'server-dropped') return ask()
      throw error
    })
    const tokenized = tokenizedFrom(value)
    if (!tokenized) throw coded('server-response-unreadable', { url, reason: { kind: 'other-shape' } })
    return tokenized
  }
}
