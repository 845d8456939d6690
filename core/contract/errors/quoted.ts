import { z } from 'zod'

/** Another program's text, shown in quotes and never translated. */
export const quoted = z.string()

export const kinds = <const Kind extends string>(...names: readonly [Kind, ...Kind[]]) => z.object({ kind: z.enum(names) })

export const quotation = <const Kind extends string>(name: Kind) => z.object({ kind: z.literal(name), quoted })
