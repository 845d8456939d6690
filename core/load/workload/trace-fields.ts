import type { LoadFileProblem } from '../../contract/errors/compare-reasons'
import type { RemoteMessage } from '../../remote/stream-events'

type Fields = Readonly<Record<string, unknown>>

const allowed = {
  tokens: (value: number) => Number.isInteger(value) && value >= 1 && value < 1e7,
  time: (value: number) => value >= 0 && value < 1e10,
  share: (value: number) => value >= 0 && value <= 1,
} as const

/** The first of `names` that the entry has; null if it has none. */
export function field(fields: Fields, names: readonly string[], entry: number, of: keyof typeof allowed): number | null | LoadFileProblem {
  const name = names.find((one) => (fields[one] ?? null) !== null)
  if (name === undefined) return null
  const found = fields[name]
  const value = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
  if (typeof value === 'number' && Number.isFinite(value) && allowed[of](value)) return value
  return { kind: 'not-a-number', entry, field: name, found: String(found).slice(0, 40) }
}

export function messagesIn({ prompt, messages }: Fields): RemoteMessage[] | undefined {
  if (typeof prompt === 'string' && prompt !== '') return [{ role: 'user', text: prompt }]
  if (!Array.isArray(messages)) return undefined
  const read = messages.flatMap((message) => messageFrom(message) ?? [])
  return read.length > 0 && read.length === messages.length ? read : undefined
}

function messageFrom(value: unknown): RemoteMessage | undefined {
  const { role, content } = (value ?? {}) as Fields
  if (typeof content !== 'string') return undefined
  if (role === 'assistant') return { role, text: content, reasoning: null, calls: [] }
  return role === 'system' || role === 'user' ? { role, text: content } : undefined
}
