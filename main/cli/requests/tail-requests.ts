import { coded } from '../../../core/contract/errors/coded-error'
import { type RequestRecord, requestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { streamError } from '../../../core/remote/refusal'
import type { ServerAddress } from '../../../core/remote/server-facts'
import { formatCount, formatMs } from '../../../core/text/amounts'
import type { Network } from '../../library/network/network'
import { environmentNetwork } from '../../library/network/network'
import { Exchange, type ExchangeLimits } from '../../remote/exchange'
import { linePieces } from '../../remote/pieces'
import { parsedJson } from '../../remote/read-json'
import { typedAddress } from '../../remote/typed-address'
import { readFlags, text, UsageError } from '../input/flags'
import { print } from '../input/terminal'

export const requestsUsage = `requests tail [--url URL] [--api-key KEY] [--json]
    each request of a running "headroom serve --api" when it ends, and why its prompt was processed again`

/** A server without requests is silent. Timers take at most 24 days. */
const limits: ExchangeLimits = { silenceMs: 7 * 24 * 3_600_000, requestMs: 24 * 24 * 3_600_000, bytes: 2 ** 40 }
const mostLineCharacters = 1 << 20

/** Until the signal aborts, or the server ends. */
export async function requests(args: readonly string[], signal: AbortSignal, write: (line: string) => void = print): Promise<void> {
  const { flags, words } = readFlags(args, { url: 'string', 'api-key': 'string', json: 'boolean' })
  const [command, ...surplus] = words
  if (command !== 'tail' || surplus.length > 0) throw new UsageError('requests takes one command: tail')
  const key = text(flags, 'api-key') ?? process.env.HEADROOM_SERVER_KEY ?? null
  const address = typedAddress(text(flags, 'url') ?? 'http://127.0.0.1:8080', key)
  try {
    for await (const record of follow(environmentNetwork, address, signal))
      write(flags.json === true ? `${JSON.stringify(record)}\n` : lineOf(record))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* follow(network: Network, address: ServerAddress, signal: AbortSignal): AsyncGenerator<RequestRecord> {
  const request = { path: '/headroom/requests/follow', accept: 'application/x-ndjson', limits }
  const exchange = await Exchange.open(network, address, request, signal)
  try {
    await exchange.assertAccepted(null)
    for await (const { text: line } of linePieces(exchange.arrivals, mostLineCharacters)) {
      const value = parsedJson(line)
      const refusal = streamError(value)
      if (refusal !== null) throw exchange.refusal(refusal, null, null)
      const record = requestRecord.safeParse(value)
      if (!record.success) throw coded('server-response-unreadable', { url: exchange.url, reason: { kind: 'not-json' } })
      yield record.data
    }
  } catch (error) {
    signal.throwIfAborted()
    throw coded('server-unreachable', { url: exchange.url, reason: exchange.brokenBy(error) })
  } finally {
    exchange.close()
  }
}

function lineOf({ number, receivedAtMs, client, promptTokens, reusedTokens, times, state, explanation, remedies }: RequestRecord): string {
  const { causes, table, remedies: texts } = copy.requests
  const what = explanation ? causes.of[explanation.cause].name : table.states[state]
  const lost = explanation && explanation.lostTokens > 0 ? `, ${formatCount(explanation.lostTokens)} processed again` : ''
  const ttft = times?.ttftMs == null ? '' : `, TTFT ${formatMs(times.ttftMs)}`
  const prompt = `${formatCount(reusedTokens)} of ${formatCount(promptTokens)} tokens reused`
  const changed = remedies.map((remedy) => `, ${texts.done[remedy]}`).join('')
  return `${number}  ${table.at(receivedAtMs)}  ${client}  ${prompt}${ttft}  ${what}${lost}${changed}\n`
}
