/** What the paths of a stored response take in their query, and its input as OpenAI lists it. */
import { z } from 'zod'
import { parseQuery } from '../parse-body'
import { fieldRefused } from '../refusal'
import { anyValueOf, refuseUnsupported } from '../unsupported'
import type { InputItem } from './request-schema'
import type { StoredResponse } from './response-store'

const notInRetrieve = { include: [], include_obfuscation: ['false'], starting_after: [], stream: ['false'] }
export const retrieveQuery = z.strictObject(anyValueOf(notInRetrieve))
const notInList = { include: [] }
export const inputItemsQuery = z.strictObject({
  ...anyValueOf(notInList),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** The id of the item in front of the page. */
  after: z.string().optional(),
})
export const noQuery = z.strictObject({})

type Query = Iterable<readonly [string, string]>

/** Throws `api-field-refused`. */
export const checkRetrieve = (query: Query): void => refuseUnsupported(parseQuery(retrieveQuery, query), notInRetrieve)

/** Items whose client sent no id get one. */
export const withIds = (responseId: string, items: readonly InputItem[]): InputItem[] =>
  items.map((item, index) => {
    if ('id' in item && item.id) return item
    const prefix = item.type === undefined || item.type === 'message' ? 'msg' : 'item'
    const id = `${prefix}_${responseId.replace(/^resp_/, '')}_in${index}`
    return item.type === undefined ? { ...item, type: 'message', id } : { ...item, id }
  })

/** Throws `api-field-refused`. */
export function inputItemsPage({ input }: StoredResponse, query: Query) {
  const asked = parseQuery(inputItemsQuery, query)
  refuseUnsupported(asked, notInList)
  const { limit, order, after } = asked
  const items = order === 'asc' ? input : input.toReversed()
  const before = items.findIndex(({ id }) => id === after)
  if (after !== undefined && before < 0) throw fieldRefused('after', { kind: 'zod', quoted: 'No item of this response has this id' })
  const from = after === undefined ? 0 : before + 1
  const data = items.slice(from, from + limit)
  return { object: 'list', data, has_more: from + limit < items.length, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}
