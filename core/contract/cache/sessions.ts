/** Losing a saved cache costs time, never text. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { checkpoint } from './cache'
import { mostCheckpoints } from './session-limits'

const count = z.number().nonnegative()
const nothing = z.object({})
const conversation = z.object({ conversationId: z.string() })

/** `ms`: checking the file and reading it. */
export const restoredSession = z.object({
  tokens: count,
  bytes: count,
  ms: count,
  checkpoints: count.optional(),
})
export type RestoredSession = z.infer<typeof restoredSession>

/** `ms`: writing, sealing and storing the file. */
export const savedSession = z.object({ tokens: count, bytes: count, ms: count, checkpoints: count })
export type SavedSession = z.infer<typeof savedSession>

export const sessionUsage = z.object({
  sessions: count,
  /** Including damaged sessions. */
  bytes: count,
  setAside: count,
})
export type SessionUsage = z.infer<typeof sessionUsage>

export const sessionContract = {
  usage: oc.output(sessionUsage),
  save: oc
    .errors(
      errorsOf(
        'conversation-not-found',
        'conversation-busy',
        'no-model-loaded',
        'session-private',
        'session-not-held',
        'model-file-changed',
        'session-over-budget',
        'session-not-saved',
        'session-not-enough-disk',
        'disk-full',
        'store-failed',
      ),
    )
    .input(conversation)
    .output(savedSession),
  /** Conversations stay. */
  removeAll: oc.output(nothing),
}

export const sequenceState = z.object({
  conversationId: z.string().nullable(),
  tokens: count,
  /** A file is only slightly larger. */
  bytes: count,
  checkpoints: count,
  isBusy: z.boolean(),
  /** Other sequences that new conversations take first; null: it is busy. */
  takenAfter: count.nullable(),
})
export type SequenceState = z.infer<typeof sequenceState>

/** Windows cannot pass a path. */
const statePath = z.string().min(1)

export const savedSequence = z.object({
  tokens: count,
  bytes: count,
  /** In order of `tokens`. */
  checkpoints: z.array(checkpoint),
  /** Hashes (core/sessions/message-hash.ts); empty: unknown. */
  messages: z.array(z.string()),
})
export type SavedSequence = z.infer<typeof savedSequence>

export const restoreRequest = conversation.extend({
  path: statePath,
  /** In order of `tokens`. */
  checkpoints: z.array(z.object({ tokens: count, path: statePath })).max(mostCheckpoints),
})
export type RestoreRequest = z.infer<typeof restoreRequest>

export const sequenceContract = {
  sequences: oc.errors(errorsOf('no-model-loaded')).output(z.array(sequenceState)),
  /** Waits for a running turn. Each checkpoint has its own path. */
  saveSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-held', 'session-not-saved'))
    .input(conversation.extend({ path: statePath, checkpointPaths: z.array(statePath).max(mostCheckpoints) }))
    .output(savedSequence),
  /** Main must check the files first: llama.cpp aborts the process on a wrong one. If llama.cpp rejects them, the sequence is empty. */
  restoreSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-restored'))
    .input(restoreRequest)
    .output(z.object({ tokens: count })),
  /** Readers can follow and stop the turn before `startTurn`. */
  announceTurn: oc
    .errors(errorsOf('no-model-loaded'))
    .input(conversation.extend({ turnId: z.string().min(1) }))
    .output(nothing),
}
