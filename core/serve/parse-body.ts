import type { z } from 'zod'
import { fieldRefused } from './refusal'

/**
 * Use strict objects, so that a field that Headroom does not know is refused by its name instead of being ignored. Throws
 * `api-field-refused` for the first field that is wrong.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = deepest(parsed.error.issues)
  if (issue.code === 'unrecognized_keys') throw fieldRefused(fieldPath([...issue.path, issue.keys[0] ?? '']), { kind: 'unknown' })
  const isMissing = issue.code === 'invalid_type' && valueAt(body, issue.path) === undefined
  throw fieldRefused(fieldPath(issue.path), isMissing ? { kind: 'missing' } : { kind: 'zod', quoted: issue.message })
}

/** A field that occurs more than once is a list. `include[]` is `include`, as OpenAI's clients write lists. Throws `api-field-refused`. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: Iterable<readonly [string, string]>): z.infer<Schema> {
  const fields = new Map<string, string[]>()
  for (const [written, value] of query) {
    const name = written.replace(/\[\]$/, '')
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  return parseBody(schema, Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values])))
}

type Issue = z.core.$ZodIssue

/** A union's own issue does not say which field is wrong; the option that matched furthest does. */
function deepest([first]: readonly Issue[]): Issue {
  const issue = first as Issue
  if (issue.code !== 'invalid_union') return issue
  const nested = issue.errors.flatMap((issues) => (issues.length > 0 ? [deepest(issues)] : []))
  const [furthest] = nested.sort((a, b) => b.path.length - a.path.length)
  return furthest && furthest.path.length > 0 ? ({ ...furthest, path: [...issue.path, ...furthest.path] } as Issue) : issue
}

/** `messages[0].content`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined), value)
