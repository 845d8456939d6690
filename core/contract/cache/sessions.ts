/**
 * Cache states on disk: what a window may ask of them, and what main asks of the engine for them.
 *
 * A session is the state of one conversation's sequence, written by llama.cpp and sealed by main. It is a copy of
 * what the prompt would compute again: losing one costs time, never a word.
 */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { checkpoint } from './cache'
import { mostCheckpoints } from './session-limits'

const count = z.number().nonnegative()
const nothing = z.object({})
const conversation = z.object({ conversationId: z.string() })

/** What a turn found on the disk. `ms`: checking the file and reading it into the cache. */
export const restoredSession = z.object({
  tokens: count,
  bytes: count,
  ms: count,
  /** Of a sliding window or a recurrent state, read back with it; absent: none were there. */
  checkpoints: count.optional(),
})
export type RestoredSession = z.infer<typeof restoredSession>

/** `ms`: writing, sealing and putting it on the disk. */
export const savedSession = z.object({ tokens: count, bytes: count, ms: count, checkpoints: count })
export type SavedSession = z.infer<typeof savedSession>

export const sessionUsage = z.object({
  sessions: count,
  /** All of them together with what was set aside as damaged. */
  bytes: count,
  setAside: count,
})
export type SessionUsage = z.infer<typeof sessionUsage>

/** What a window may ask. */
export const sessionContract = {
  usage: oc.output(sessionUsage),
  /** Saves the cache of a conversation now. */
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
  /** Every saved cache goes; conversations stay, and are processed again when they go on. */
  removeAll: oc.output(nothing),
}

/** One sequence of the context, as main needs it to decide what is to be kept. */
export const sequenceState = z.object({
  /** Whose tokens it holds; null while it is empty. */
  conversationId: z.string().nullable(),
  tokens: count,
  /** Of the cells, states and checkpoints in use: a file of it takes little more. */
  bytes: count,
  checkpoints: count,
  isBusy: z.boolean(),
  /** How many others a conversation without cells would take before it; null: it is busy. */
  takenAfter: count.nullable(),
})
export type SequenceState = z.infer<typeof sequenceState>

/** A path that main made. The engine never makes one, and a window cannot name one. */
const statePath = z.string().min(1)

/** What `saveSequence` wrote. */
export const savedSequence = z.object({
  tokens: count,
  bytes: count,
  /** In order of their tokens; each is in the file of the same place. */
  checkpoints: z.array(checkpoint),
  /** Of which messages it is made (core/sessions/message-hash.ts); empty: that is not known. */
  messages: z.array(z.string()),
})
export type SavedSequence = z.infer<typeof savedSequence>

export const restoreRequest = conversation.extend({
  path: statePath,
  /** In order of their tokens. */
  checkpoints: z.array(z.object({ tokens: count, path: statePath })).max(mostCheckpoints),
})
export type RestoreRequest = z.infer<typeof restoreRequest>

/** What main alone asks of the engine. */
export const sequenceContract = {
  sequences: oc.errors(errorsOf('no-model-loaded')).output(z.array(sequenceState)),
  /** Writes the state of a conversation's sequence, in llama.cpp's format, and its newest checkpoints, each to a path. Waits for its turn to end. */
  saveSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-held', 'session-not-saved'))
    .input(conversation.extend({ path: statePath, checkpointPaths: z.array(statePath).max(mostCheckpoints) }))
    .output(savedSequence),
  /**
   * Reads them into a sequence for this conversation. The files have been checked by main: llama.cpp ends the process over a wrong one.
   * Where it does not take them, the sequence is empty.
   */
  restoreSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-restored'))
    .input(restoreRequest)
    .output(z.object({ tokens: count })),
  /** The turn can be followed and stopped from now on; `startTurn` begins it. */
  announceTurn: oc
    .errors(errorsOf('no-model-loaded'))
    .input(conversation.extend({ turnId: z.string().min(1) }))
    .output(nothing),
}
