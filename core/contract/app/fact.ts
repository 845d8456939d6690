import { z } from 'zod'

export const fact = <const Code extends string, Facts extends z.ZodType>(code: Code, facts: Facts) =>
  z.object({ code: z.literal(code), facts })
