import { createStore } from 'zustand/vanilla'
import type { SavedSession } from '../../../core/contract/cache/sessions'
import type {
  BinnedConversation,
  ConversationSummary,
  ConversationThread,
  SearchHit,
  StoredMessage,
} from '../../../core/contract/chat/conversations'
import type { ConversationFolder } from '../../../core/contract/conversations/folders'
import { coded } from '../../../core/contract/errors/coded-error'
import type { StartedTurn } from '../../../core/contract/host'
import type { OverflowSettings } from '../../../core/contract/settings/overflow'
import type { ThinkingMode } from '../../../core/contract/settings/setting-ranges'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { forgetTurn } from '../../client/live-turns'
import { saveFile } from '../../client/save-file'
import type { HostClient } from '../../client/transport'
import { changeComposerText, composerTextOf, composerTextStore, messageOf } from './composer-texts'
import { withKnownMessages } from './known-messages'

export interface ConversationState {
  readonly list: readonly ConversationSummary[]
  readonly bin: readonly BinnedConversation[]
  readonly folders: readonly ConversationFolder[]
  readonly openId: string | null
  readonly thread: ConversationThread | undefined
  readonly shownMessageId: string | null
  readonly editing: { readonly messageId: string; readonly text: string } | undefined
  /** The user was asked whether to delete this message and everything after it. */
  readonly deleting: StoredMessage | undefined
  readonly trouble: ShownFailure | undefined
  /** What the last deletion moved to the bin, while it can be undone. */
  readonly removed: readonly ConversationSummary[]
  readonly cacheSaved: SavedSession | undefined
}

export const conversationStore = createStore<ConversationState>(() => ({
  list: [],
  bin: [],
  folders: [],
  openId: null,
  thread: undefined,
  shownMessageId: null,
  editing: undefined,
  deleting: undefined,
  trouble: undefined,
  removed: [],
  cacheSaved: undefined,
}))
const { setState, getState } = conversationStore

export function host(): HostClient {
  const { host: client } = appStore.getState()
  if (!client) throw coded('not-connected', {})
  return client
}

/** On failure, sets `trouble` and returns undefined. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    const result = await work()
    setState({ trouble: undefined })
    return result
  } catch (error) {
    setState({ trouble: shownFailure(error) })
    return undefined
  }
}

export async function refresh(): Promise<void> {
  const client = appStore.getState().host
  if (!client) return
  const { conversations } = client
  const [list, bin, folders] = await Promise.all([conversations.list(), conversations.bin(), conversations.folders.list()])
  const { openId } = getState()
  setState({ list, bin, folders })
  if (openId !== null && list.some((conversation) => conversation.id === openId)) await readThread(openId)
  else if (openId !== null) setState({ openId: null, thread: undefined })
}

async function readThread(conversationId: string): Promise<void> {
  const thread = await host().conversations.read({ conversationId })
  if (getState().openId !== conversationId) return
  setState(({ thread: before }) => ({ thread: withKnownMessages(before, thread) }))
  for (const message of [...thread.messages, ...thread.answers])
    if (message.turnId && message.state !== 'streaming') forgetTurn(message.turnId)
}

export function openNew(): void {
  const unsent = composerTextOf(composerTextStore.getState(), null)
  const isUntouched = messageOf(unsent) === '' && unsent.documents.length === 0 && unsent.typedSystemPrompt === null
  // Text that was typed in private must not become public.
  if (unsent.isPrivate && isUntouched) changeComposerText(null, { isPrivate: false })
  setState({ openId: null, thread: undefined, shownMessageId: null, editing: undefined, trouble: undefined })
}

export async function open(conversationId: string, messageId: string | null = null): Promise<void> {
  setState(({ openId, thread }) => ({
    openId: conversationId,
    // An empty list would scroll to the end before it can scroll to the message.
    thread: messageId !== null && openId === conversationId ? thread : undefined,
    shownMessageId: null,
    editing: undefined,
    trouble: undefined,
  }))
  await attempt(async () => {
    const thread = messageId
      ? await host().conversations.showBranch({ conversationId, messageId })
      : await host().conversations.read({ conversationId })
    if (getState().openId === conversationId) setState({ thread, shownMessageId: messageId })
  })
}

/** Scrolls to a message of the open conversation. */
export function showMessage(messageId: string): void {
  setState({ shownMessageId: null })
  setState({ shownMessageId: messageId })
}

/** Returns true once the message is stored. */
export async function send(text: string, answers = 1): Promise<boolean> {
  const sentAtMs = Date.now()
  const { openId } = getState()
  const { typedSystemPrompt: systemPrompt, isPrivate, documents } = composerTextOf(composerTextStore.getState(), openId)
  const started = await attempt(() =>
    host().turns.send({
      conversationId: openId,
      text,
      sentAtMs,
      answers,
      ...(documents.length > 0 ? { documents: documents.map(({ document: { id }, pages }) => ({ id, pages })) } : {}),
      ...(systemPrompt !== null ? { systemPrompt } : {}),
      ...(openId === null && isPrivate ? { isPrivate } : {}),
    }),
  )
  if (!started) return false
  if (openId === null && getState().openId === null) {
    setState({ openId: started.conversationId })
    await attempt(() => readThread(started.conversationId))
  }
  showNow(started)
  return true
}

export async function regenerate(answerId: string, answers = 1): Promise<void> {
  const { openId } = getState()
  if (openId === null) return
  await attempt(() => host().turns.regenerate({ conversationId: openId, answerId, answers, sentAtMs: Date.now() }))
}

/** The longer answer becomes a sibling of the shorter one. */
export async function continueAnswer(answerId: string): Promise<void> {
  const { openId } = getState()
  if (openId === null) return
  await attempt(() => host().turns.continue({ conversationId: openId, answerId, sentAtMs: Date.now() }))
}

export const edit = (messageId: string, text: string): void => setState({ editing: { messageId, text } })
export const stopEditing = (): void => setState({ editing: undefined })

export async function sendEdited(): Promise<void> {
  const { openId, editing } = getState()
  if (openId === null || !editing) return
  const { messageId: replacesId, text } = editing
  const { typedSystemPrompt: systemPrompt } = composerTextOf(composerTextStore.getState(), openId)
  const prompt = systemPrompt !== null ? { systemPrompt } : {}
  const started = await attempt(() => host().turns.send({ conversationId: openId, text, replacesId, sentAtMs: Date.now(), ...prompt }))
  if (!started) return
  changeComposerText(openId, { typedSystemPrompt: null })
  setState({ editing: undefined })
  await attempt(() => readThread(openId))
}

export async function saveEdited(): Promise<void> {
  const { openId, editing } = getState()
  if (openId === null || !editing) return
  const { messageId: answerId, text } = editing
  await attempt(async () => {
    const thread = await host().conversations.editAnswer({ conversationId: openId, answerId, text })
    if (getState().openId !== openId) return
    setState(({ thread: before }) => ({ thread: withKnownMessages(before, thread), editing: undefined }))
  })
}

export const askToDelete = (message: StoredMessage): void => setState({ deleting: message })
export const stopDeleting = (): void => setState({ deleting: undefined })

/** Deletes the message and everything after it for good. */
export async function deleteFrom({ conversationId, id: messageId }: StoredMessage): Promise<void> {
  await attempt(async () => {
    const thread = await host().conversations.removeFrom({ conversationId, messageId })
    if (getState().openId !== conversationId) return
    setState(({ thread: before }) => ({ thread: withKnownMessages(before, thread), editing: undefined }))
  })
}

export async function setSystemPrompt(conversationId: string, systemPrompt: string): Promise<boolean> {
  const done = await attempt(() => host().conversations.setSystemPrompt({ conversationId, systemPrompt }))
  if (done) await attempt(() => readThread(conversationId))
  return done !== undefined
}

export async function setOverflow(conversationId: string, overflow: OverflowSettings): Promise<boolean> {
  const done = await attempt(() => host().conversations.setOverflow({ conversationId, overflow }))
  if (done) await attempt(() => readThread(conversationId))
  return done !== undefined
}

export async function pin({ conversationId, id, pinned }: StoredMessage): Promise<void> {
  const done = await attempt(() => host().conversations.pin({ conversationId, messageId: id, pinned: !pinned }))
  if (done) await attempt(() => readThread(conversationId))
}

function showNow({ prompt, answer, answers }: StartedTurn): void {
  const { thread } = getState()
  if (!thread) return
  const known = new Set(thread.messages.map((message) => message.id))
  const added = [...(prompt ? [prompt] : []), answer].filter((message) => !known.has(message.id))
  setState({ thread: { ...thread, messages: [...thread.messages, ...added], answers: answers.length > 1 ? answers : [] } })
}

export async function stop(): Promise<void> {
  const turns = appStore.getState().app?.turns.filter(({ conversationId }) => conversationId === getState().openId) ?? []
  await Promise.all(turns.map(({ turnId }) => stopTurn(turnId)))
  const { openId: conversationId } = getState()
  const hasCalls = appStore.getState().app?.toolCalls.some((call) => call.conversationId === conversationId)
  if (hasCalls && conversationId !== null) await attempt(() => host().tools.stopCalls({ conversationId }))
}

export async function stopTurn(turnId: string): Promise<void> {
  const { engine } = appStore.getState()
  await attempt(() => (engine ? engine.stopTurn({ turnId }) : host().turns.stop({ turnId })))
}

export async function endReasoning(turnId: string): Promise<void> {
  await attempt(async () => appStore.getState().engine?.endReasoning({ turnId }))
}

/** For all later messages to this model. */
export async function setThinking(modelId: string, thinking: ThinkingMode): Promise<void> {
  await attempt(() => host().models.changeSampling({ modelId, change: { thinking } }))
}

export const showBranch = (conversationId: string, messageId: string) =>
  attempt(async () => {
    const thread = await host().conversations.showBranch({ conversationId, messageId })
    setState(({ thread: before }) => ({ thread: withKnownMessages(before, thread), editing: undefined }))
  })

export const search = (text: string): Promise<readonly SearchHit[]> =>
  host()
    .conversations.search({ text })
    .catch(() => [])

export async function saveCache(conversationId: string): Promise<void> {
  const cacheSaved = await attempt(() => host().sessions.save({ conversationId }))
  if (cacheSaved) setState({ cacheSaved })
}
export const forgetCacheSaved = (): void => setState({ cacheSaved: undefined })

export async function exportAs(conversationId: string, format: 'markdown' | 'json'): Promise<void> {
  const file = await attempt(() => host().conversations.export({ conversationId, format }))
  if (!file) return
  saveFile(file)
}
export const dismissTrouble = (): void => setState({ trouble: undefined })
