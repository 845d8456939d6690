import { z } from 'zod'

/** One kind of an event or a notice: its code, and the facts for its sentence. */
export const fact = <const Code extends string, Facts extends z.ZodType>(code: Code, facts: Facts) =>
  z.object({ code: z.literal(code), facts })
