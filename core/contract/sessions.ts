/**
 * Cache states on disk: what a window may ask of them, and what main asks of the engine for them.
 *
 * A session is the state of one conversation's sequence, written by llama.cpp and sealed by main. It is a copy of
 * what the prompt would compute again: losing one costs time, never a word.
 */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from './errors'

const count = z.number().nonnegative()
const nothing = z.object({})
const conversation = z.object({ conversationId: z.string() })

/** What a turn found on the disk. `ms`: checking the file and reading it into the cache. */
export const restoredSession = z.object({ tokens: count, bytes: count, ms: count })
export type RestoredSession = z.infer<typeof restoredSession>

/** `ms`: writing, sealing and putting it on the disk. */
export const savedSession = z.object({ tokens: count, bytes: count, ms: count })
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
        'session-over-budget',
        'session-not-saved',
        'not-enough-disk',
        'disk-full',
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
  /** Of the cells and states in use: a file of it takes little more. */
  bytes: count,
  isBusy: z.boolean(),
  /** The one that a conversation without cells would take now. */
  isNext: z.boolean(),
})
export type SequenceState = z.infer<typeof sequenceState>

/** A path that main made. The engine never makes one, and a window cannot name one. */
const statePath = z.string().min(1)

/** What main alone asks of the engine. */
export const sequenceContract = {
  sequences: oc.errors(errorsOf('no-model-loaded')).output(z.array(sequenceState)),
  /** Writes the state of a conversation's sequence, in llama.cpp's format. Waits for its turn to end. */
  saveSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-held', 'session-not-saved'))
    .input(conversation.extend({ path: statePath }))
    .output(z.object({ tokens: count, bytes: count })),
  /**
   * Reads it into a sequence for this conversation. The file has been checked by main: llama.cpp ends the process over a wrong one.
   * Where it does not take it, the sequence is empty.
   */
  restoreSequence: oc
    .errors(errorsOf('no-model-loaded', 'session-not-restored'))
    .input(conversation.extend({ path: statePath }))
    .output(z.object({ tokens: count })),
  /** The turn can be followed and stopped from now on; `startTurn` begins it. */
  announceTurn: oc
    .errors(errorsOf('no-model-loaded'))
    .input(conversation.extend({ turnId: z.string().min(1) }))
    .output(nothing),
}
