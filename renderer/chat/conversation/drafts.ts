/**
 * What was typed and not sent, per conversation: nothing of it is lost by looking elsewhere or by a reload.
 * The host keeps it in memory for that. The page's own storage would be a file of the browser's, which nobody can erase.
 */
import { createStore } from 'zustand/vanilla'
import type { UnsentText } from '../../../core/contract/chat/unsent'
import { messageCharacters, systemPromptCharacters } from '../../../core/contract/wire/text-limits'
import { appStore } from '../../client/app-store'
import type { HostClient } from '../../client/transport'

export type Draft = Omit<UnsentText, 'conversationId'>
const noDraft: Draft = { text: '', pasted: '', typedSystemPrompt: null, isPrivate: false }

/** Longer texts make a field slow: they are kept beside it. */
export const fieldCharacters = 50_000

export const draftStore = createStore<ReadonlyMap<string | null, Draft>>(() => new Map())

export const draftOf = (drafts: ReadonlyMap<string | null, Draft>, conversationId: string | null): Draft =>
  drafts.get(conversationId) ?? noDraft

export function changeDraft(conversationId: string | null, change: Partial<Draft>): void {
  const drafts = draftStore.getState()
  draftStore.setState(new Map(drafts).set(conversationId, { ...draftOf(drafts, conversationId), ...change }), true)
  changed.add(conversationId)
  void writeChanged()
}
export const forgetDraft = (conversationId: string | null): void => changeDraft(conversationId, noDraft)

/** Everything was deleted, and the host has forgotten them. */
export function forgetDrafts(): void {
  changed.clear()
  draftStore.setState(new Map(), true)
}

/** The whole message. */
export const messageOf = ({ text, pasted }: Draft): string => (pasted === '' ? text : text === '' ? pasted : `${text}\n\n${pasted}`)

/** Called once, before anything is drawn. */
export function keepDrafts(): void {
  appStore.subscribe(({ host }, { host: before }) => {
    if (host && host !== before) void shareWith(host).catch(complain)
  })
}

/** A page that was reloaded gets its drafts from the host, a host that was restarted gets them from the page. */
async function shareWith(host: HostClient): Promise<void> {
  const kept = await host.unsent.read()
  const typed = draftStore.getState()
  draftStore.setState(new Map([...kept.map(({ conversationId, ...draft }) => [conversationId, draft] as const), ...typed]), true)
  for (const conversationId of typed.keys()) changed.add(conversationId)
  await writeChanged()
}

const changed = new Set<string | null>()
let isWriting = false

/** One after the other: what changes meanwhile is written next. */
async function writeChanged(): Promise<void> {
  const { host } = appStore.getState()
  if (!host || isWriting) return
  isWriting = true
  try {
    for (const conversationId of changed) {
      changed.delete(conversationId)
      const draft = draftOf(draftStore.getState(), conversationId)
      // What is too long to be sent is too long for this too: it lives as long as the page.
      const isTooLong = messageOf(draft).length > messageCharacters || (draft.typedSystemPrompt ?? '').length > systemPromptCharacters
      if (!isTooLong) await host.unsent.write({ conversationId, ...draft })
    }
  } catch (error) {
    // There is no connection: the next one gets all of them.
    complain(error)
  } finally {
    isWriting = false
  }
}

const complain = (error: unknown): void => console.warn('drafts', error)
