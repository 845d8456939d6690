import { z } from 'zod'

/** Text of another program, or a system's error message. Shown in quotes and never translated. */
export const quoted = z.string()

/** Kinds of a reason that need no facts. */
export const kinds = <const Kind extends string>(...names: readonly [Kind, ...Kind[]]) => z.object({ kind: z.enum(names) })

/** A kind of a reason that is another program's text. */
export const quotation = <const Kind extends string>(name: Kind) => z.object({ kind: z.literal(name), quoted })
