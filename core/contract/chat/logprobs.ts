import { z } from 'zod'

const tokenWithLogprob = z.object({
  id: z.int().nonnegative(),
  /** `\ufffd` stands for a part of a character. */
  text: z.string(),
  /** The natural logarithm of the probability before any sampler. */
  logprob: z.number(),
})
/** `top` has the likeliest tokens, likeliest first. */
export const tokenLogprob = tokenWithLogprob.extend({ top: z.array(tokenWithLogprob) })
export type TokenLogprob = z.infer<typeof tokenLogprob>
