/** Stored conversations: a tree of messages, of which one path is shown. */
import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { overflowSettings } from '../settings/overflow'
import { role, turnMetrics } from './turn'

const count = z.number().nonnegative()
const id = z.string().min(1).max(64)

export const titleCharacters = 200

export const conversationSummary = z.object({
  id,
  title: z.string(),
  modelId: z.string().nullable(),
  createdAt: z.number(),
  /** Last message or rename. */
  changedAt: z.number(),
  messages: count,
  /**
   * It lasts until the app ends: its messages are in memory alone, and neither they nor its cache are ever written to the disk.
   * What is exported, copied or sent on by hand stays.
   */
  isPrivate: z.boolean().default(false),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/** It was deleted and can be restored. */
export const binnedConversation = conversationSummary.pick({ id: true, title: true, messages: true, isPrivate: true }).extend({
  removedAt: z.number(),
  /** When it is deleted for good, by the clock; null: when the app ends. */
  goneAt: z.number().nullable(),
})
export type BinnedConversation = z.infer<typeof binnedConversation>

export const messageState = z.enum([
  'complete',
  /** An answer that is being written. */
  'streaming',
  /** The user stopped it. */
  'stopped',
  /** The engine or the app went away while it was written. */
  'interrupted',
  /** It ended with a failure. */
  'failed',
])
export type MessageState = z.infer<typeof messageState>

export const storedMessage = z.object({
  id,
  conversationId: id,
  /** null: the first message of its branch. */
  parentId: id.nullable(),
  role,
  text: z.string(),
  state: messageState,
  createdAt: z.number(),
  /** Answers only: the turn that wrote it. */
  turnId: z.string().nullable(),
  /** Answers only: those with the same id were written at the same time, from one prefill. null: it was the only one. */
  setId: z.string().nullable(),
  /** Answers only: the model's name. */
  modelName: z.string().nullable(),
  metrics: turnMetrics.nullable(),
  failure: failureSchema.nullable(),
  /** true: it stays in the context, with its turn, whatever leaves. */
  pinned: z.boolean().optional(),
  /** Messages with the same parent, this one included, oldest first: the branches to choose from. */
  siblingIds: z.array(id),
})
export type StoredMessage = z.infer<typeof storedMessage>

export const conversationThread = z.object({
  conversation: conversationSummary,
  systemPrompt: z.string(),
  /** What happens when its context is full; absent: the answer stops. */
  overflow: overflowSettings.optional(),
  /** The path that is shown, oldest first. */
  messages: z.array(storedMessage),
  /** Where the path ends with one of several answers from one prefill: all of them, in order. Empty elsewhere. */
  answers: z.array(storedMessage),
})
export type ConversationThread = z.infer<typeof conversationThread>

export const searchHit = z.object({
  conversationId: id,
  title: z.string(),
  /** null: the title itself matched. */
  messageId: id.nullable(),
  role: role.nullable(),
  /** Text around the match; the matching words stand between \u0002 and \u0003. */
  excerpt: z.string(),
  createdAt: z.number(),
})
export type SearchHit = z.infer<typeof searchHit>
