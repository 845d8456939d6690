import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { checkpoint } from './cache'
import { mostCheckpoints } from './session-limits'

const count = z.number().nonnegative()
const nothing = z.object({})
const conversation = z.object({ conversationId: z.string() })

export const restoredSession = z.object({
  tokens: count,
  bytes: count,
  ms: count,
  checkpoints: count.optional(),
  /** The conversation whose file was restored. Absent if it is the turn's own conversation. */
  conversationId: z.string().optional(),
})
export type RestoredSession = z.infer<typeof restoredSession>

export const savedSession = z.object({ tokens: count, bytes: count, ms: count, checkpoints: count })
export type SavedSession = z.infer<typeof savedSession>

export const sessionUsage = z.object({
  sessions: count,
  bytes: count,
  setAside: count,
})
export type SessionUsage = z.infer<typeof sessionUsage>

export const savedSessionErrors = errorsOf(
  'conversation-not-found',
  'conversation-busy',
  'no-model-loaded',
  'session-private',
  'session-not-held',
  'model-file-changed',
  'session-over-budget',
  'session-pins-fill-budget',
  'session-not-saved',
  'session-not-enough-disk',
  'disk-full',
  'store-failed',
)

export const sessionContract = {
  usage: oc.output(sessionUsage),
  save: oc.errors(savedSessionErrors).input(conversation).output(savedSession),
  removeAll: oc.output(nothing),
}

export const sequenceState = z.object({
  conversationId: z.string().nullable(),
  tokens: count,
  bytes: count,
  /** What its file takes at most, with its checkpoints. */
  mostSavedBytes: count,
  checkpoints: count,
  isBusy: z.boolean(),
  /** Number of sequences that new conversations take before this one. null if this one is busy. */
  takenAfter: count.nullable(),
})
export type SequenceState = z.infer<typeof sequenceState>

const statePath = z.string().min(1)

export const savedSequence = z.object({
  tokens: count,
  bytes: count,
  checkpoints: z.array(checkpoint),
  /** False if it is useful only as a whole and at its checkpoints, because the model has a sliding window or a recurrent state. */
  canCutAnywhere: z.boolean(),
  /** Hashes from core/sessions/message-hash.ts. Empty if unknown. */
  messages: z.array(z.string()),
  /** What processing takes with this model, by depth. Absent if it was not measured yet. */
  processing: z
    .array(z.object({ depth: count, msPerToken: z.number().positive() }))
    .nonempty()
    .optional(),
})
export type SavedSequence = z.infer<typeof savedSequence>

export const restoreRequest = conversation.extend({
  path: statePath,
  checkpoints: z.array(z.object({ tokens: count, path: statePath })).max(mostCheckpoints),
})
export type RestoreRequest = z.infer<typeof restoreRequest>

export const sequenceContract = {
  sequences: oc.errors(errorsOf('no-model-loaded')).output(z.array(sequenceState)),
  saveSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-held', 'session-not-saved'))
    .input(conversation.extend({ path: statePath, checkpointPaths: z.array(statePath).max(mostCheckpoints) }))
    .output(savedSequence),
  /** Main checks the files first, because llama.cpp aborts the process if a file is invalid. */
  restoreSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-restored'))
    .input(restoreRequest)
    .output(z.object({ tokens: count })),
  /** Lets readers follow and stop the turn before `startTurn`. */
  announceTurn: oc
    .errors(errorsOf('no-model-loaded'))
    .input(conversation.extend({ turnId: z.string().min(1) }))
    .output(nothing),
}
