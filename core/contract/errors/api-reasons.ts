import { z } from 'zod'
import { kinds, quotation } from './quoted'

const count = z.number().nonnegative()

/** Why the API server refuses the body of a request. */
export const bodyProblem = z.discriminatedUnion('kind', [
  kinds('empty', 'not-json', 'not-utf8', 'not-an-object', 'compressed', 'cut-off'),
  z.object({ kind: z.literal('too-large'), limitBytes: count }),
  z.object({ kind: z.literal('too-deep'), limitLevels: count }),
])

/** Why the API server refuses the value of a field. */
export const fieldProblem = z.discriminatedUnion('kind', [
  /** The engine cannot do what the field asks for, whatever its value. */
  kinds('not-supported', 'unknown', 'missing', 'value-not-supported'),
  /** The field works only together with, or without, another one. */
  z.object({ kind: z.enum(['needs', 'conflicts']), other: z.string() }),
  quotation('zod'),
])
