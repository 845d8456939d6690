import { z } from 'zod'
import { type Figure, figureFormulas, missingReasons } from '../../remote/figure'

const value = z.number()

export const figure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('measured'), value }),
  z.object({ kind: z.literal('reported'), value, field: z.string() }),
  z.object({ kind: z.literal('derived'), value, formula: z.enum(figureFormulas) }),
  z.object({ kind: z.literal('none'), reason: z.enum(missingReasons) }),
]) satisfies z.ZodType<Figure>
