/** Sources: `post_tokenize` in tools/server/server-context.cpp, llama.cpp v0.4.0; `TokenizeResponse` in vLLM 0.33.0. */
import { coded } from '../../core/contract/errors/coded-error'
import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { Exchange, type ExchangeLimits } from '../remote/exchange'

export type CountTokens = (text: string, signal: AbortSignal) => Promise<number>

const limits: ExchangeLimits = { silenceMs: 60_000, requestMs: 120_000, bytes: 64 << 20 }

/** Returns null for a server without such a request. */
export function tokenCounter(network: Network, address: ServerAddress, kind: ServerKind, model: string): CountTokens | null {
  if (kind !== 'llama-server' && kind !== 'vllm') return null
  return async (text, signal) => {
    const body = kind === 'vllm' ? { model, prompt: text, add_special_tokens: false } : { content: text, add_special: false }
    const exchange = await Exchange.open(network, address, { path: '/tokenize', body, accept: 'application/json', limits }, signal)
    try {
      await exchange.assertAccepted(model)
      const text = await exchange.text()
      return countIn(text, exchange.url)
    } catch (error) {
      throw coded('server-unreachable', { url: exchange.url, reason: exchange.brokenBy(error) })
    } finally {
      exchange.close()
    }
  }
}

function countIn(text: string, url: string): number {
  try {
    const { tokens } = JSON.parse(text) as { tokens?: unknown }
    if (Array.isArray(tokens)) return tokens.length
  } catch {}
  throw coded('server-response-unreadable', { url, reason: { kind: 'other-shape' } })
}
