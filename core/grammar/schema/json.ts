export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as Kind
}

export const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type Kind = (typeof kinds)[number]

/** Equal for equal JSON values. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** JSON.parse reads 1e999 as Infinity, and nested arrays without limit. */
export function isWritable(value: unknown, depth = 0): boolean {
  if (depth > 200) return false
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((item) => isWritable(item, depth + 1))
  return !isObject(value) || Object.values(value).every((item) => isWritable(item, depth + 1))
}
