import { z } from 'zod'

const tokenWithLogprob = z.object({
  id: z.int().nonnegative(),
  /** `\ufffd` stands for a part of a character. */
  text: z.string(),
  /** Of a part of a character, which `text` cannot have. */
  bytes: z.array(z.int().min(0).max(255)).optional(),
  /** The natural logarithm of the probability, before any sampler unless the request asks for those after all of them. */
  logprob: z.number(),
})
/** `top` has the likeliest tokens, likeliest first. */
export const tokenLogprob = tokenWithLogprob.extend({ top: z.array(tokenWithLogprob) })
export type TokenLogprob = z.infer<typeof tokenLogprob>
