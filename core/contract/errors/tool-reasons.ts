import { z } from 'zod'
import { kinds } from './quoted'

const count = z.number().nonnegative()

export const toolListProblem = z.discriminatedUnion('kind', [
  kinds('not-json', 'not-a-list'),
  z.object({ kind: z.literal('tool'), number: count, name: z.string().nullable() }),
  z.object({ kind: z.literal('name-twice'), name: z.string() }),
  z.object({ kind: z.literal('too-many'), tools: count, mostTools: count }),
])

export const serverListProblem = z.discriminatedUnion('kind', [
  kinds('not-json', 'no-servers'),
  z.object({ kind: z.enum(['server', 'url', 'name']), name: z.string() }),
  z.object({ kind: z.literal('too-many'), servers: count, mostServers: count }),
])
