import { JsonScanner } from '../parse/json-scanner'

interface JsonAt {
  readonly from: number
  readonly to: number
  readonly value: object
}

/** The smallest JSON object that contains the offset `at` and passes the test. */
export function jsonAround(text: string, at: number, passes: (value: object) => boolean): JsonAt | null {
  for (let from = text.lastIndexOf('{', at); from >= 0; from = from === 0 ? -1 : text.lastIndexOf('{', from - 1)) {
    const to = new JsonScanner().scan(text, from)
    if (to <= at) continue
    const value = objectIn(text.slice(from, to))
    if (value && passes(value)) return { from, to, value }
  }
  return null
}

function objectIn(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The key, at any depth, whose value passes the test. */
export function keyOf(value: unknown, passes: (value: unknown) => boolean): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (passes(inner)) return key
    const deeper = keyOf(inner, passes)
    if (deeper !== null) return deeper
  }
  return null
}
