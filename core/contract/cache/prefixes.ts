/**
 * The prefix store as people see it: what this computer holds, where, and what would be evicted next. A prefix that is in two tiers is
 * listed twice. Private conversations are never listed; they only count in a tier's use.
 */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { everyMs, streamId } from '../wire/streams'
import { prefixNameCharacters } from './session-limits'
import { savedSession, savedSessionErrors } from './sessions'

const count = z.number().nonnegative()
const nothing = z.object({})
const prefixId = z.string().min(1)
const onePrefix = z.object({ prefixId })

/** From the fastest tier to the most durable one. */
export const prefixTier = z.enum(['cells', 'memory', 'disk'])
export type PrefixTier = z.infer<typeof prefixTier>

/** Owners that are no conversations. */
export const prefixKind = z.enum(['document', 'system-prompt'])
export type PrefixKind = z.infer<typeof prefixKind>

export const storedPrefix = z.object({
  id: prefixId,
  tier: prefixTier,
  /** The owner. null if it belongs to no conversation, document or system prompt. */
  conversationId: z.string().nullable(),
  /** Absent if it belongs to a conversation. */
  kind: prefixKind.optional(),
  /** The name that the user gave it, or the name of its document or system prompt. */
  name: z.string().nullable(),
  /** The beginning of the first message. '' if unknown. */
  firstWords: z.string(),
  tokens: count,
  bytes: count,
  checkpoints: count,
  /** null if it was not used since the engine started. */
  usedAtMs: z.number().nullable(),
  /** Prompts that used it, and what they saved compared with processing everything. null if not counted. */
  hits: count.nullable(),
  savedMs: z.number().nullable(),
  isPinned: z.boolean(),
  /** A turn adds tokens, or it is being read or written. */
  isBusy: z.boolean(),
  /** False if it was saved with another model or other settings. Such a prefix is in no node. */
  isUsable: z.boolean(),
})
export type StoredPrefix = z.infer<typeof storedPrefix>

/** Tokens [from, to), which all of `prefixIds` have in common. Parents come before their children. */
export const prefixNode = z.object({
  /** An index of the list of nodes. null at the first token. */
  parent: count.nullable(),
  from: count,
  to: count,
  /** '' if unknown. */
  firstWords: z.string(),
  prefixIds: z.array(prefixId).min(1),
})
export type PrefixNode = z.infer<typeof prefixNode>

export const tierUse = z.object({
  tier: prefixTier,
  usedBytes: count,
  budgetBytes: count,
  /** The part of `usedBytes` that private conversations take. */
  privateBytes: count,
  /** null in memory and on disk. `sequences` counts all sequences of the context. */
  cells: z.object({ used: count, total: count, sequences: count }).nullable(),
})
export type TierUse = z.infer<typeof tierUse>

export const evictionReason = z.enum(['held-elsewhere', 'least-worth'])
export type EvictionReason = z.infer<typeof evictionReason>

export const nextEviction = z.object({
  prefixId,
  reason: evictionReason,
  /** Tokens that no other prefix in this tier or a more durable one has, as far as it counts (core/prefix/loss.ts). */
  onlyTokens: count,
  /** The additional time to get everything again. null if the rate of the model is not known. */
  againMs: count.nullable(),
})
export type NextEviction = z.infer<typeof nextEviction>

export const cacheStore = z.object({
  prefixes: z.array(storedPrefix),
  nodes: z.array(prefixNode),
  /** Only tiers that this computer uses now. */
  tiers: z.array(tierUse),
  /** In the order in which they would be evicted if their tier needed space now. */
  next: z.array(nextEviction),
})
export type CacheStore = z.infer<typeof cacheStore>

/** Main adds names, pins and first words that only it knows, and the files of other models. */
export const prefixContract = {
  /** The window sets the pace. Nothing is sent while nothing changes. */
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(cacheStore)),
  /** A pinned prefix is saved, and its file is never removed to make room for others. */
  pin: oc
    .errors({ ...savedSessionErrors, ...errorsOf('prefix-not-found', 'prefix-not-usable') })
    .input(onePrefix.extend({ isPinned: z.boolean() }))
    .output(nothing),
  /** '' removes the name. */
  rename: oc
    .errors(errorsOf('prefix-not-found', 'prefix-not-usable', 'disk-full', 'store-failed'))
    .input(onePrefix.extend({ name: z.string().max(prefixNameCharacters) }))
    .output(nothing),
  /** Restores the prefix into cells, so the next prompt does not wait for it. */
  warm: oc
    .errors(
      errorsOf('prefix-not-found', 'prefix-not-usable', 'conversation-busy', 'no-model-loaded', 'session-refused', 'session-not-restored'),
    )
    .input(onePrefix)
    .output(z.object({ tokens: count, ms: count })),
  save: oc
    .errors({ ...savedSessionErrors, ...errorsOf('prefix-not-found', 'prefix-not-usable') })
    .input(onePrefix)
    .output(savedSession),
  /** The conversation stays. Its next prompt is processed again, unless another tier has it. */
  remove: oc.errors(errorsOf('prefix-not-found', 'conversation-busy')).input(onePrefix).output(nothing),
}

/** A sealed file of the current model and settings. */
export const savedPrefix = z.object({
  id: prefixId,
  conversationId: z.string(),
  path: z.string().min(1),
  tokens: count,
  bytes: count,
  checkpoints: count,
  usedAtMs: z.number(),
  isPinned: z.boolean(),
})
export type SavedPrefix = z.infer<typeof savedPrefix>

/** What main asks the engine. */
export const enginePrefixContract = {
  /** The engine finds the place of the files in the tree. */
  prefixes: oc
    .errors(errorsOf('no-model-loaded'))
    .input(z.object({ saved: z.array(savedPrefix) }))
    .output(cacheStore),
  /** The budget of copies in memory, from now on. What is above it is freed. */
  limitCopies: oc.input(z.object({ bytes: count })).output(nothing),
  /** Of the conversation's longest copy in memory. 0 if it has none. */
  copiedTokens: oc.input(z.object({ conversationId: z.string() })).output(z.object({ tokens: count })),
  /** Brings a copy in memory into cells. */
  warmPrefix: oc
    .errors(errorsOf('no-model-loaded', 'prefix-not-found'))
    .input(onePrefix)
    .output(z.object({ tokens: count, ms: count })),
  /** Cells, or a copy in memory. */
  removePrefix: oc.errors(errorsOf('no-model-loaded', 'prefix-not-found')).input(onePrefix).output(nothing),
}
