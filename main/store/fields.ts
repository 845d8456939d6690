import { z } from 'zod'

/** The valid fields of a stored JSON object, and the names of the invalid ones, which have their defaults. */
export interface StoredFields<T> {
  readonly value: T
  /** `allOfThem` if the JSON is not an object. */
  readonly fellBack: string[]
}

export function fieldByField<Shape extends z.ZodRawShape, T extends object>(
  schema: z.ZodObject<Shape>,
  stored: unknown,
  defaults: T,
  allOfThem: string,
): StoredFields<T> {
  if (typeof stored !== 'object' || stored === null) return { value: defaults, fellBack: [allOfThem] }
  const fields = stored as Record<string, unknown>
  const fellBack: string[] = []
  const value = { ...defaults }
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!(name in fields)) continue
    const result = z.safeParse(field as z.ZodType, fields[name])
    if (result.success) Object.assign(value, { [name]: result.data })
    else fellBack.push(name)
  }
  return { value, fellBack }
}

export function parseStored(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
