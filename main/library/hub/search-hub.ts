/**
 * The most downloaded repositories come first. Source: https://huggingface.co/docs/hub/api, `GET /api/models` with `search`, `filter`,
 * `sort` and `limit`.
 */
import { z } from 'zod'
import { coded } from '../../../core/contract/errors/coded-error'
import type { FoundRepository } from '../../../core/contract/models/library'
import type { Network } from '../network/network'
import { patienceOf } from '../network/retry-after'
import { repositoryName } from './model-address'
import { readJson } from './read-json'

export const mostFound = 30

const answer = z.array(z.object({ id: z.string(), downloads: z.number().nonnegative().default(0) }))

/** Throws `search-refused` and server errors. */
export async function searchHub(words: string, network: Network, signal?: AbortSignal): Promise<FoundRepository[]> {
  const url = new URL('api/models', network.hub)
  url.search = new URLSearchParams({ search: words.trim(), filter: 'gguf', sort: 'downloads', limit: String(mostFound) }).toString()
  const { status, headers, value } = await readJson(url, network, signal)
  if (status !== 200) throw coded('search-refused', { host: network.hub.host, status, ...patienceOf(headers) })
  const parsed = answer.safeParse(value)
  if (!parsed.success) throw coded('server-answer-invalid', { url: `${url.origin}${url.pathname}`, reason: { kind: 'not-a-model-list' } })
  return parsed.data
    .filter(({ id }) => repositoryName.test(id))
    .slice(0, mostFound)
    .map(({ id, downloads }) => ({ repository: id, downloads }))
}
