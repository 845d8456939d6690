import { z } from 'zod'
import { kinds } from './quoted'

const count = z.number().nonnegative()

export const fingerprintKeys = [
  'modelHash',
  'architecture',
  'rope',
  'keyType',
  'valueType',
  'contextTokens',
  'sequences',
  'batchTokens',
  'swaFullCache',
  'flashAttention',
  'engine',
] as const
export type FingerprintKey = (typeof fingerprintKeys)[number]

export const sessionRefusal = z.discriminatedUnion('kind', [
  kinds('other-conversation', 'other-description'),
  z.object({ kind: z.literal('incomplete'), flaw: z.enum(['too-short', 'end-missing', 'became-shorter']) }),
  z.object({
    kind: z.literal('damaged'),
    flaw: z.enum([
      'checksum',
      'sizes',
      'tokens',
      'more-tokens-than-context',
      'checkpoint-after-end',
      'not-a-state',
      'checkpoint-not-a-state',
    ]),
  }),
  z.object({ kind: z.literal('other-version'), of: z.enum(['headroom', 'llama.cpp']), found: count, known: count }),
  z.object({ kind: z.literal('other-settings'), differences: z.array(z.enum(fingerprintKeys)) }),
  z.object({ kind: z.literal('outside-folder'), what: z.enum(['folder', 'pipe', 'device', 'socket', 'link', 'unsafe-name']) }),
])
export type SessionRefusal = z.infer<typeof sessionRefusal>
