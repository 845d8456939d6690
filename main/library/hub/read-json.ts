import { coded } from '../../../core/contract/errors/coded-error'
import { httpGet } from '../network/http-get'
import type { Network } from '../network/network'
import { shownUrl } from '../network/remote-url'
import { Broken } from '../network/request-watch'
import type { AnswerHeaders } from '../network/server-answer'

/** A list of 1,000 files takes about 300 KiB. */
const longestBytes = 16 << 20
const limits = { silenceMs: 20_000, requestMs: 60_000 }

export interface JsonAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** undefined unless the HTTP status is 200. */
  readonly value: unknown
}

/** Returns the status of an HTTP error. Throws `url-unreachable`, and the errors of `httpGet` except Broken. */
export async function readJson(url: URL, network: Network, signal?: AbortSignal): Promise<JsonAnswer> {
  const shown = shownUrl(url)
  try {
    const answer = await httpGet(url, shown, { network, headers: { accept: 'application/json' }, limits, signal })
    try {
      const { status, headers } = answer
      if (status !== 200) return { status, headers, value: undefined }
      const chunks: Uint8Array[] = []
      let bytes = 0
      for (let chunk = await answer.next(); chunk; chunk = await answer.next()) {
        bytes += chunk.length
        if (bytes > longestBytes) throw coded('server-answer-invalid', { url: shown, reason: { kind: 'list-too-long' } })
        chunks.push(chunk)
      }
      return { status, headers, value: parsed(Buffer.concat(chunks).toString('utf8'), shown) }
    } finally {
      answer.close()
    }
  } catch (error) {
    throw error instanceof Broken ? coded('url-unreachable', { url: shown, reason: error.reason }) : error
  }
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw coded('server-answer-invalid', { url: shown, reason: { kind: 'not-json' } })
  }
}
