/** A conversation is a tree of messages. The window shows one path. */
import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { remoteTurn } from '../remote/remote-turn'
import { overflowSettings } from '../settings/overflow'
import { conversationTool } from './conversation-tools'
import { messageParts, messagePartType } from './message-parts'
import { role, turnMetrics } from './turn'

const count = z.number().nonnegative()
const id = z.string().min(1).max(64)

export const titleCharacters = 200
export const cleanTitle = (title: string): string => [...title.replace(/\s+/g, ' ').trim()].slice(0, titleCharacters).join('')

export const conversationSummary = z.object({
  id,
  title: z.string(),
  modelId: z.string().nullable(),
  createdAt: z.number(),
  changedAt: z.number(),
  messages: count,
  /** True if the conversation is never written to the disk. */
  isPrivate: z.boolean().default(false),
  /** At the top of the list. */
  isPinned: z.boolean().default(false),
  folderId: id.nullable().default(null),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

export const binnedConversation = conversationSummary.pick({ id: true, title: true, messages: true, isPrivate: true }).extend({
  removedAt: z.number(),
  /** In epoch ms. null means when the app ends. */
  goneAt: z.number().nullable(),
})
export type BinnedConversation = z.infer<typeof binnedConversation>

export const messageState = z.enum([
  'complete',
  'streaming',
  'stopped',
  /** The engine or the app ended during the answer. */
  'interrupted',
  'failed',
])
export type MessageState = z.infer<typeof messageState>

export const storedMessage = z.object({
  id,
  conversationId: id,
  parentId: id.nullable(),
  role,
  text: z.string(),
  /** Absent if the message is one text. */
  parts: messageParts.optional(),
  state: messageState,
  createdAt: z.number(),
  turnId: z.string().nullable(),
  /** Shared by the answers of one prefill. */
  setId: z.string().nullable(),
  modelName: z.string().nullable(),
  metrics: turnMetrics.nullable(),
  /** Instead of `metrics`, if a server wrote the answer. */
  remote: remoteTurn.optional(),
  failure: failureSchema.nullable(),
  pinned: z.boolean().optional(),
  /** The user edited this answer, or the beginning that the model continued. */
  edited: z.boolean().optional(),
  /** Includes this message. Oldest first. */
  siblingIds: z.array(id),
})
export type StoredMessage = z.infer<typeof storedMessage>

export const conversationThread = z.object({
  conversation: conversationSummary,
  systemPrompt: z.string(),
  overflow: overflowSettings.optional(),
  /** Without definitions. */
  tools: z.array(conversationTool.omit({ definition: true }).extend({ name: z.string() })).optional(),
  messages: z.array(storedMessage),
  /** All answers of one prefill, if the path ends with one of them. */
  answers: z.array(storedMessage),
})
export type ConversationThread = z.infer<typeof conversationThread>

export const searchHit = z.object({
  conversationId: id,
  title: z.string(),
  messageId: id.nullable(),
  role: role.nullable(),
  /** What the first match is in. null for a title and for markup. */
  part: messagePartType.nullable(),
  /** Matching words are between \u0002 and \u0003. */
  excerpt: z.string(),
  createdAt: z.number(),
})
export type SearchHit = z.infer<typeof searchHit>
