import { Readable } from 'node:stream'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { Network, NetworkRequest } from '../library/network/network'
import { networkReason } from '../library/network/network-failures'
import { shownUrl } from '../library/network/remote-url'

/** Statuses whose response has no body. Source: the Fetch standard. */
const withoutBody = [204, 205, 304]

/** The SDK's requests through the one module that sends requests. Does not follow redirects. */
export const networkFetch =
  (network: Pick<Network, 'send'>): FetchLike =>
  async (address, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(address)
    const request: NetworkRequest = {
      method: method as NetworkRequest['method'],
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { body } : {}),
    }
    const answer = await network.send(url, request, signal ?? new AbortController().signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw failureOf(error) ? error : coded('url-unreachable', { url: shownUrl(url), reason: networkReason(error) })
    })
    const contentType = answer.headers.get('content-type')
    const session = answer.headers.get('mcp-session-id')
    return new Response(withoutBody.includes(answer.status) ? null : (Readable.toWeb(Readable.from(answer.body)) as ReadableStream), {
      status: answer.status,
      headers: { ...(contentType ? { 'content-type': contentType } : {}), ...(session ? { 'mcp-session-id': session } : {}) },
    })
  }
