/** Events contain no conversation text and no folder names. */
import { z } from 'zod'
import { savedSession } from '../cache/sessions'
import { errorFacts, failureSchema } from '../errors/errors'
import { engineEnd } from '../errors/process-end'
import { backendTrial } from '../models/backends'
import { engineInfo } from '../models/models'
import { kvTypes } from '../settings/kv-types'
import { eventKinds } from './event-kinds'
import { fact } from './fact'
import { noticeFact } from './notices'

const count = z.number().nonnegative()
const nothing = z.object({})

export const windowError = z.object({
  name: z.string().max(100),
  message: z.string().max(1000),
  location: z.string().max(300),
})
export type WindowError = z.infer<typeof windowError>

const eventFact = z.discriminatedUnion('code', [
  fact('engine-starting', nothing),
  fact('engine-started', engineInfo.pick({ release: true, backend: true, devices: true, cores: true })),
  fact('engine-stopped', nothing),
  fact('backend-tried', z.object({ trial: backendTrial })),

  fact(
    'model-loaded',
    z.object({
      fileName: z.string(),
      loadMs: count,
      weightBytes: count,
      gpuLayers: count,
      fallback: z.object({ template: z.string(), problem: errorFacts['template-failed'].shape.reason.nullable() }).nullable(),
    }),
  ),
  fact('draft-loaded', z.object({ fileName: z.string(), loadMs: count, bytes: count })),

  fact(
    'context-created',
    z.object({
      contextTokens: count,
      sequences: count,
      keyType: z.enum(kvTypes),
      valueType: z.enum(kvTypes),
      batchTokens: count,
      flashAttention: z.boolean(),
      swaFullCache: z.boolean(),
      threads: count,
      cores: count,
      cacheBytes: count,
    }),
  ),
  fact('evicted', z.object({ tokens: count })),
  fact('checkpoint', z.object({ allBytes: count })),
  fact('speculation-off', z.object({ acceptedPercent: count })),
  fact('threads-lowered', z.object({ threads: count })),
  fact('threads-raised', z.object({ threads: count })),

  fact('session-saved', savedSession),
  fact('session-restored', savedSession),
  fact('sessions-removed', nothing),
  fact(
    'session-evicted',
    z.object({
      reason: z.enum(['replaced', 'held-elsewhere', 'least-worth']),
      tokens: count,
      bytes: count,
      /** Tokens that no other saved cache has. */
      onlyTokens: count,
      budgetBytes: count,
    }),
  ),

  fact('compare-started', z.object({ modelName: z.string(), cells: count })),
  fact('tune-started', z.object({ modelName: z.string() })),
  fact('compare-resumed', z.object({ modelName: z.string() })),
  fact('compare-engine-gone', z.object({ reason: engineEnd })),
  fact('compare-cells-failed', z.object({ cells: count, failure: failureSchema })),
  fact(
    'compare-ended',
    z.object({ end: z.enum(['done', 'paused', 'cancelled']), modelName: z.string(), tookMs: count, done: count, failed: count }),
  ),

  fact('search-rebuilt', nothing),

  fact('window-error', windowError),
  fact('window-reads-nothing', nothing),

  fact('update-none', nothing),
  fact('update-found', z.object({ version: z.string(), sizeBytes: count.nullable() })),
  fact('update-fetched', z.object({ version: z.string() })),
  fact('update-installed', z.object({ version: z.string(), replaced: z.string() })),
])
export type EventFact = z.infer<typeof eventFact>

const anyFact = z.union([eventFact, noticeFact, failureSchema])
export type AnyFact = z.infer<typeof anyFact>

export const appEvent = z.intersection(
  z.object({
    id: z.number(),
    at: z.number(),
    kind: z.enum(eventKinds),
    isTrouble: z.boolean(),
  }),
  anyFact,
)
export type AppEvent = z.infer<typeof appEvent>
