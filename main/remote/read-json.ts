import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { ServerAddress } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { Exchange, type ExchangeLimits } from './exchange'

export const questionLimits: ExchangeLimits = { silenceMs: 5_000, requestMs: 5_000, bytes: 8 << 20 }

export interface TextAnswer {
  readonly url: string
  readonly text: string
  readonly header: (name: string) => string
}

/** Asks a server, and reads at most 8 MiB in at most 5 s. Throws as `Exchange`. */
export async function readText(
  network: Network,
  address: ServerAddress,
  path: string,
  signal: AbortSignal,
  limits = questionLimits,
): Promise<TextAnswer> {
  const exchange = await Exchange.open(network, address, { path, accept: '*/*', limits }, signal)
  try {
    await exchange.assertAccepted(null)
    const text = await exchange.text()
    return { url: exchange.url, text, header: (name) => exchange.header(name) }
  } catch (error) {
    throw coded('server-unreachable', { url: exchange.url, reason: exchange.brokenBy(error) })
  } finally {
    exchange.close()
  }
}

/** undefined for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** undefined if the server does not answer. Throws if the caller stopped, or if Headroom is offline. */
export async function optional<T>(question: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await question
  } catch (error) {
    signal.throwIfAborted()
    const failure = failureOf(error)
    if (!failure || failure.code === 'offline') throw error
    return undefined
  }
}
