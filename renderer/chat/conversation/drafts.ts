/**
 * Unsent text per conversation. It survives switching and reloads, because the host keeps it in memory. Browser storage would leave a file
 * that Headroom cannot erase.
 */
import { createStore } from 'zustand/vanilla'
import type { UnsentText } from '../../../core/contract/chat/unsent'
import { messageCharacters, systemPromptCharacters } from '../../../core/contract/wire/text-limits'
import { appStore } from '../../client/app-store'
import type { HostClient } from '../../client/transport'

export type Draft = Omit<UnsentText, 'conversationId'>
const noDraft: Draft = { text: '', pasted: '', typedSystemPrompt: null, isPrivate: false }

/** Longer text makes the field slow, so it is kept outside it. */
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

/** Forgets all drafts after everything was deleted; the host has forgotten them already. */
export function forgetDrafts(): void {
  changed.clear()
  draftStore.setState(new Map(), true)
}

export const messageOf = ({ text, pasted }: Draft): string => (pasted === '' ? text : text === '' ? pasted : `${text}\n\n${pasted}`)

/** Call once, before the first render. */
export function keepDrafts(): void {
  appStore.subscribe(({ host }, { host: before }) => {
    if (host && host !== before) void shareWith(host).catch(complain)
  })
}

/** After a page reload the drafts come from the host; after a host restart they come from the page. */
async function shareWith(host: HostClient): Promise<void> {
  const kept = await host.unsent.read()
  const typed = draftStore.getState()
  draftStore.setState(new Map([...kept.map(({ conversationId, ...draft }) => [conversationId, draft] as const), ...typed]), true)
  for (const conversationId of typed.keys()) changed.add(conversationId)
  await writeChanged()
}

const changed = new Set<string | null>()
let isWriting = false

/** Writes one draft at a time; changes made meanwhile are written next. */
async function writeChanged(): Promise<void> {
  const { host } = appStore.getState()
  if (!host || isWriting) return
  isWriting = true
  try {
    for (const conversationId of changed) {
      changed.delete(conversationId)
      const draft = draftOf(draftStore.getState(), conversationId)
      // Text beyond the message limit is not stored: it lives as long as the page.
      const isTooLong = messageOf(draft).length > messageCharacters || (draft.typedSystemPrompt ?? '').length > systemPromptCharacters
      if (!isTooLong) await host.unsent.write({ conversationId, ...draft })
    }
  } catch (error) {
    // There is no connection; the next one gets all of the drafts.
    complain(error)
  } finally {
    isWriting = false
  }
}

const complain = (error: unknown): void => console.warn('drafts', error)
