/** Fields of foreign files: a field of another type counts as absent. */
import { z } from 'zod'

export const text = z.string().catch('')
export const name = z.string().nullable().catch(null)
export const number = z.number().nullable().catch(null)
export const list = z.array(z.unknown()).catch([])
export const record = z.record(z.string(), z.unknown()).catch({})

/** An object. If it is absent, all of its fields are. */
export const group = <Fields extends z.ZodRawShape>(fields: Fields) => {
  const object = z.object(fields)
  const absent = object.parse({})
  return object.catch(() => absent)
}

/** The items that have the fields of the schema. */
export const itemsOf = <T>(schema: z.ZodType<T>, values: readonly unknown[], onOther: () => void = () => undefined): T[] =>
  values.flatMap((value) => {
    const read = schema.safeParse(value)
    if (!read.success) onOther()
    return read.success ? [read.data] : []
  })

/** Seconds, with fractions, to ms. */
export const msOf = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 1000))

/** `type` is a media type, or what a program calls the kind of a file, such as `image_url`. */
export function fileKind(type: string): 'images' | 'media' | 'documents' {
  if (/(?:\b|_)image/i.test(type)) return 'images'
  return /audio|video/i.test(type) ? 'media' : 'documents'
}
