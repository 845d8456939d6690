import { z } from 'zod'
import { kinds, quotation, quoted } from './quoted'

const ends = [
  z.object({ kind: z.literal('signal'), signal: z.string(), quoted: quoted.nullable() }),
  z.object({ kind: z.literal('code'), code: z.number().nullable(), quoted: quoted.nullable() }),
  z.object({ kind: z.literal('template-timeout'), seconds: z.number() }),
  quotation('error'),
] as const

export const processEnd = z.discriminatedUnion('kind', ends)
export type ProcessEnd = z.infer<typeof processEnd>

export const engineEnd = z.discriminatedUnion('kind', [
  ...ends,
  kinds('closed', 'closed-while-starting', 'no-answer', 'answer-incomplete'),
  z.object({ kind: z.literal('no-gpu'), backend: z.string() }),
  z.object({ kind: z.literal('no-build'), backend: z.string().nullable() }),
  z.object({ kind: z.literal('vc-runtime-missing'), libraries: z.array(z.string()) }),
])
export type EngineEnd = z.infer<typeof engineEnd>
