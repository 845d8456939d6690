import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { tokenizer } from '../remote/tokenize'

export type CountTokens = (text: string, signal: AbortSignal) => Promise<number>

/** Without the tokens that begin and end a text. Returns null for a server that does not count. */
export function tokenCounter(network: Network, address: ServerAddress, kind: ServerKind, model: string): CountTokens | null {
  const tokenize = tokenizer(network, address, kind, model)
  if (!tokenize) return null
  return async (text, signal) => (await tokenize(text, { addSpecial: false }, signal)).tokens.length
}
