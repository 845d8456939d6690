import { failureOf } from '../../core/contract/errors/coded-error'
import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { tokenizer } from '../remote/tokenize'

export type CountTokens = (text: string, signal: AbortSignal) => Promise<number>

/** Without the tokens that begin and end a text. Returns null for a server that does not count. */
export function tokenCounter(network: Network, address: ServerAddress, kind: ServerKind, model: string): CountTokens | null {
  const tokenize = tokenizer(network, address, kind, model)
  if (!tokenize) return null
  const count = async (text: string, signal: AbortSignal) => (await tokenize(text, { addSpecial: false }, signal)).tokens.length
  return async (text, signal) => {
    try {
      return await count(text, signal)
    } catch (error) {
      // llama-server closes a connection after 100 requests (`CPPHTTPLIB_KEEPALIVE_MAX_COUNT`), and the next one can be on its way.
      if (failureOf(error)?.code === 'server-dropped') return count(text, signal)
      throw error
    }
  }
}
