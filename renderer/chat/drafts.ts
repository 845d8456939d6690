/**
 * What was typed and not sent, per conversation: nothing of it is lost by looking elsewhere or by a reload.
 * Kept in the page's session: it ends with the window, as unsent words should.
 */
import { createStore } from 'zustand/vanilla'

export interface Draft {
  readonly text: string
  /** Text that was pasted and is too long for a field: sent after `text`. */
  readonly pasted: string
  /** Only of a conversation that does not exist yet. */
  readonly systemPrompt: string
  readonly isPrivate: boolean
}
const noDraft: Draft = { text: '', pasted: '', systemPrompt: '', isPrivate: false }

/** Longer texts make a field slow: they are kept beside it. */
export const fieldCharacters = 50_000

const key = (conversationId: string | null): string => `headroom-draft-${conversationId ?? 'new'}`

function stored(conversationId: string | null): Draft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key(conversationId)) ?? '{}')
    const found = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Draft, unknown>>
    const textOf = (part: unknown) => (typeof part === 'string' ? part : '')
    return {
      text: textOf(found.text),
      pasted: textOf(found.pasted),
      systemPrompt: textOf(found.systemPrompt),
      isPrivate: found.isPrivate === true,
    }
  } catch {
    return noDraft
  }
}

function store(conversationId: string | null, draft: Draft): void {
  const isEmpty = draft.text === '' && draft.pasted === '' && draft.systemPrompt === '' && !draft.isPrivate
  try {
    if (isEmpty) sessionStorage.removeItem(key(conversationId))
    else sessionStorage.setItem(key(conversationId), JSON.stringify(draft))
  } catch {
    // Too large for the session's storage: it lives as long as the page.
    sessionStorage.removeItem(key(conversationId))
  }
}

export const draftStore = createStore<ReadonlyMap<string | null, Draft>>(() => new Map())

export const draftOf = (drafts: ReadonlyMap<string | null, Draft>, conversationId: string | null): Draft =>
  drafts.get(conversationId) ?? known(conversationId)

/** Read once: the store then has what is newer. */
const read = new Map<string | null, Draft>()
function known(conversationId: string | null): Draft {
  const draft = read.get(conversationId) ?? stored(conversationId)
  read.set(conversationId, draft)
  return draft
}

export function changeDraft(conversationId: string | null, change: Partial<Draft>): void {
  const drafts = draftStore.getState()
  const draft = { ...draftOf(drafts, conversationId), ...change }
  draftStore.setState(new Map(drafts).set(conversationId, draft), true)
  store(conversationId, draft)
}
export const forgetDraft = (conversationId: string | null): void => changeDraft(conversationId, noDraft)

/** The whole message. */
export const messageOf = ({ text, pasted }: Draft): string => (pasted === '' ? text : text === '' ? pasted : `${text}\n\n${pasted}`)
