/** Stored conversations: trees of messages, of which one path is shown. */
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
  /** Time of the last message or rename. */
  changedAt: z.number(),
  messages: count,
  /**
   * A private conversation lasts until the app ends. Its messages and its cache are never written to disk. Text the user exports or copies
   * stays.
   */
  isPrivate: z.boolean().default(false),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/** A deleted conversation that can be restored. */
export const binnedConversation = conversationSummary.pick({ id: true, title: true, messages: true, isPrivate: true }).extend({
  removedAt: z.number(),
  /** When it is deleted permanently, as a clock time; null: when the app ends. */
  goneAt: z.number().nullable(),
})
export type BinnedConversation = z.infer<typeof binnedConversation>

export const messageState = z.enum([
  'complete',
  /** An answer that is being written. */
  'streaming',
  'stopped',
  /** The engine or the app ended while it was written. */
  'interrupted',
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
  /** The turn that wrote it; null for a prompt. */
  turnId: z.string().nullable(),
  /** Shared by answers written at the same time from one prefill; null: the only answer, or a prompt. */
  setId: z.string().nullable(),
  /** The model that wrote it; null for a prompt. */
  modelName: z.string().nullable(),
  metrics: turnMetrics.nullable(),
  failure: failureSchema.nullable(),
  /** true: it stays in the context, with its turn. */
  pinned: z.boolean().optional(),
  /** Messages with the same parent, including this one, oldest first. */
  siblingIds: z.array(id),
})
export type StoredMessage = z.infer<typeof storedMessage>

export const conversationThread = z.object({
  conversation: conversationSummary,
  systemPrompt: z.string(),
  /** Absent: the answer stops when the context is full. */
  overflow: overflowSettings.optional(),
  /** The path that is shown, oldest first. */
  messages: z.array(storedMessage),
  /** If the path ends with one of several answers from one prefill: all of them, in order. Otherwise empty. */
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
