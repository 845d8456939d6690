/** Reads fields of JSON that may have any shape. Texts and numbers of a wrong type become null; lists and objects become empty. */

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Null for an empty text, too. */
export const nameOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** A whole number from 0. */
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** A number from 0. */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
