/** Fields that a dialect documents and the engine cannot honor. */
import { z } from 'zod'
import { notSupported, valueNotSupported } from './refusal'

/** The values of a field that describe what the engine does anyway. An empty list: the field has no such value. */
export type UnsupportedFields = Readonly<Record<string, readonly unknown[]>>

/** Spread this into a strict object, so that these fields reach `refuseUnsupported`. */
export const anyValueOf = <Fields extends UnsupportedFields>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, z.unknown().optional()])) as {
    readonly [Name in keyof Fields]: z.ZodOptional<z.ZodUnknown>
  }

/** A null means that the client leaves the field to the server. Throws `api-field-refused`. */
export function refuseUnsupported(body: object, fields: UnsupportedFields, path = ''): void {
  for (const [name, neutral] of Object.entries(fields)) {
    const value = (body as Record<string, unknown>)[name]
    if (value === undefined || value === null) continue
    if (neutral.some((same) => JSON.stringify(same) === JSON.stringify(value))) continue
    throw neutral.length === 0 ? notSupported(path + name) : valueNotSupported(path + name)
  }
}
