/** What a comparison compares: KV settings of the local model, or a model on a server. */
import { z } from 'zod'
import { serverKinds } from '../../remote/server-facts'
import { serverNameCharacters } from '../remote/servers'
import { kvSettings } from '../settings/kv-settings'

export const serverSetting = z.object({
  /** The user's own words. '' names it after the model and the server. */
  name: z.string().max(serverNameCharacters),
  /** The ID of a saved server. */
  serverId: z.string(),
  serverName: z.string().max(serverNameCharacters),
  model: z.string().min(1),
  /** What the server said when the run began. */
  found: z.object({ kind: z.enum(serverKinds), version: z.string().nullable() }).optional(),
})
export type ServerSetting = z.infer<typeof serverSetting>

export const compareVariant = z.union([serverSetting, kvSettings])
export type CompareVariant = z.infer<typeof compareVariant>
