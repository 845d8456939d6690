import type { TextWindow } from '../../core/compare/text-windows'
import { coded } from '../../core/contract/errors/coded-error'
import type { ForcedDialect } from '../../core/remote/forced/forced-dialect'
import { forcedDialectOf } from '../../core/remote/forced/forced-tokens'
import type { ForcedList } from '../../core/remote/forced/top-list'
import type { Network } from '../library/network/network'
import { askJson } from '../remote/ask-json'
import type { ExchangeLimits } from '../remote/exchange'
import { type Tokenize, tokenizer } from '../remote/tokenize'
import type { ReachedServer } from './reached-server'

/** A long prompt on a slow machine takes minutes; the list of a whole vocabulary has tens of MiB. */
const limits: ExchangeLimits = { silenceMs: 600_000, requestMs: 3_600_000, bytes: 512 << 20 }

/** A server that can be asked for the next token after given ones. */
export interface ForcedServer {
  readonly url: string
  readonly tokenize: Tokenize
  readonly dialect: ForcedDialect
  /** One list per target. Throws the errors of servers. */
  readonly listsIn: (window: TextWindow, topK: number, signal: AbortSignal) => Promise<ForcedList[]>
}

/** Throws `server-without-logprobs`. */
export function forcedServer(network: Network, { address, kind, model }: ReachedServer): ForcedServer {
  const dialect = forcedDialectOf(kind)
  const tokenize = tokenizer(network, address, kind, model)
  if (!dialect || !tokenize) throw coded('server-without-logprobs', { url: address.url })
  return {
    url: address.url,
    tokenize,
    dialect,
    async listsIn(window, topK, signal) {
      const lists: ForcedList[] = []
      for (const { path, body, read } of dialect.requests(model, window, topK)) {
        const { url, value } = await askJson(network, address, { path, body, model, limits }, signal)
        const found = read(value)
        if (typeof found === 'string') throw coded('server-response-unreadable', { url, reason: { kind: found } })
        lists.push(...found)
      }
      return lists
    },
  }
}
