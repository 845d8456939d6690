import { coded } from '../../core/contract/errors/coded-error'
import type { ServerAddress } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { Exchange, type ExchangeLimits } from './exchange'
import { parsedJson } from './read-json'

export interface JsonQuestion {
  readonly path: string
  readonly body: object
  readonly model: string
  readonly limits: ExchangeLimits
}

export interface JsonAnswer {
  readonly url: string
  readonly value: unknown
}

/** Sends the question once. Throws as `Exchange`. */
export async function askJson(
  network: Network,
  address: ServerAddress,
  { path, body, model, limits }: JsonQuestion,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const exchange = await Exchange.open(network, address, { path, body, accept: 'application/json', limits }, signal)
  try {
    await exchange.assertAccepted(model)
    const value = parsedJson(await exchange.text())
    if (value === undefined) throw coded('server-response-unreadable', { url: exchange.url, reason: { kind: 'not-json' } })
    return { url: exchange.url, value }
  } catch (error) {
    throw coded('server-unreachable', { url: exchange.url, reason: exchange.brokenBy(error) })
  } finally {
    exchange.close()
  }
}
