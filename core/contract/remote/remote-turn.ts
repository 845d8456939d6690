/** What is known of an answer that a server wrote. It has no `TurnMetrics`, because no server gives cells, threads and most of the other fields. */
import { z } from 'zod'
import { serverKinds } from '../../remote/server-facts'
import { turnFigureNames } from '../../remote/turn-figures'
import { figure } from './figure-schema'

const count = z.number().nonnegative()
const ms = z.number().nonnegative()

export const remoteTurn = z.object({
  /** `url` has no user, password or query. */
  server: z.object({ url: z.string(), kind: z.enum(serverKinds), model: z.string() }),
  /** null if the server does not say, or gives another reason. */
  stopReason: z.enum(['end-of-text', 'token-limit', 'stopped']).nullable(),
  /** Pieces of text that arrived. A piece can have several tokens, or a part of one. */
  pieces: count,
  /** Between two pieces, measured here. */
  gapsMs: z.object({ p50: ms, p90: ms, p99: ms }).nullable(),
  /** As sent. null: the server chose it. */
  seed: count.nullable(),
  figures: z.record(z.enum(turnFigureNames), figure),
})
export type RemoteTurn = z.infer<typeof remoteTurn>
