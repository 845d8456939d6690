/** What an engine process needs in order to talk to a server. */
import { z } from 'zod'
import { serverKinds } from '../../remote/server-facts'

export const serverConnection = z.object({
  /** Never follows a redirect, and never appears in an error or a log. */
  address: z.object({ url: z.string(), key: z.string().nullable() }),
  kind: z.enum(serverKinds),
  model: z.string(),
  /** The proxy for this address. */
  proxy: z.string().nullable(),
  isOffline: z.union([z.boolean(), z.literal('forced')]),
})
export type ServerConnection = z.infer<typeof serverConnection>
