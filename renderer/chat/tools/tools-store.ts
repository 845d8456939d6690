import { createStore } from 'zustand/vanilla'
import type { CallDecision, ToolsPrice } from '../../../core/contract/chat/conversation-tools'
import type { FoundServers, ListedServer } from '../../../core/contract/mcp/mcp-servers'
import { appStore, connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import type { HostClient } from '../../client/transport'
import { changeComposerText, composerTextOf, composerTextStore, forgetComposerText } from '../conversation/composer-texts'
import { conversationStore, open, refresh } from '../conversation/conversation-store'

export interface SwitchOffer {
  readonly server: string
  readonly isOn: boolean
  /** undefined while it is calculated. */
  readonly price: ToolsPrice | undefined
}

export interface ToolsState {
  readonly isOpen: boolean
  readonly servers: readonly ListedServer[]
  readonly offer: SwitchOffer | undefined
  /** The configuration in the editor. */
  readonly edited: string | undefined
  /** The host may be asking the user outside the window. */
  readonly isSaving: boolean
  readonly found: readonly FoundServers[] | undefined
  readonly imported: readonly string[] | undefined
  readonly log: { readonly name: string; readonly text: string } | undefined
  readonly trouble: ShownFailure | undefined
}

export const toolsStore = createStore<ToolsState>(() => ({
  isOpen: false,
  servers: [],
  offer: undefined,
  edited: undefined,
  isSaving: false,
  found: undefined,
  imported: undefined,
  log: undefined,
  trouble: undefined,
}))
const { setState, getState } = toolsStore

/** On failure, sets `trouble` and returns undefined. */
async function attempt<T>(work: (host: HostClient) => Promise<T>): Promise<T | undefined> {
  try {
    const result = await work(await connectedHost())
    setState({ trouble: undefined })
    return result
  } catch (error) {
    setState({ trouble: shownFailure(error) })
    return undefined
  }
}

export const openTools = (): void => setState({ isOpen: true })
/** Keeps what is in the editor, because Escape and a click outside close the dialog. */
export const closeTools = (): void => setState({ ...toolsStore.getInitialState(), edited: getState().edited }, true)
export const dismissTrouble = (): void => setState({ trouble: undefined })

export async function readServers(): Promise<void> {
  const servers = await (await connectedHost()).mcp.list()
  setState({ servers })
}

/** Starts the server, because only the server knows its tools. */
export async function offerSwitch(server: string, isOn: boolean): Promise<void> {
  const { openId: conversationId } = conversationStore.getState()
  const offer = { server, isOn, price: undefined }
  // Only an inference server knows what its prompt costs.
  if (appStore.getState().app?.model.status === 'server') return acceptSwitch(offer)
  setState({ offer })
  const price = await attempt((host) => host.tools.preview({ conversationId, server, isOn }))
  if (getState().offer === offer) setState({ offer: price && { server, isOn, price } })
}
export const cancelSwitch = (): void => setState({ offer: undefined })

export async function acceptSwitch({ server, isOn }: SwitchOffer): Promise<void> {
  await attempt(async (host) => {
    const conversationId = await openConversation(host)
    await host.tools.switch({ conversationId, server, isOn })
    await refresh()
  })
  setState({ offer: undefined })
}

/** A new conversation is stored when its first server is switched on. */
async function openConversation(host: HostClient): Promise<string> {
  const { openId } = conversationStore.getState()
  if (openId !== null) return openId
  const text = composerTextOf(composerTextStore.getState(), null)
  const { typedSystemPrompt, isPrivate } = text
  const { id } = await host.conversations.create({ isPrivate, ...(typedSystemPrompt === null ? {} : { systemPrompt: typedSystemPrompt }) })
  changeComposerText(id, { ...text, typedSystemPrompt: null })
  forgetComposerText(null)
  await open(id)
  return id
}

const example = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/path/to/folder"]
    }
  }
}
`
export const addServer = (): void => setState({ edited: example })
export const changeEdited = (edited: string): void => setState({ edited, trouble: undefined })
export const stopEditing = (): void => setState({ edited: undefined, trouble: undefined })
export async function editServer(name: string): Promise<void> {
  const config = await attempt((host) => host.mcp.read({ name }))
  if (config) setState({ edited: config.text })
}
export async function saveEdited(): Promise<void> {
  const { edited = '' } = getState()
  const saved = await save((host) => host.mcp.save({ text: edited }))
  if (!saved) return
  setState({ edited: undefined })
  await startAll(saved.names)
}
async function save<T>(work: (host: HostClient) => Promise<T>): Promise<T | undefined> {
  setState({ isSaving: true })
  const result = await attempt(work)
  setState({ isSaving: false })
  return result
}

export const removeServer = (name: string) => attempt((host) => host.mcp.remove({ name }))
export const stopServer = (name: string) => attempt((host) => host.mcp.stop({ name }))

export async function showLog(name: string): Promise<void> {
  const log = await attempt((host) => host.mcp.log({ name }))
  if (log) setState({ log: { name, text: log.text } })
}
export const hideLog = (): void => setState({ log: undefined })

export async function findOthers(): Promise<void> {
  const found = await attempt((host) => host.mcp.find())
  if (found) setState({ found, imported: undefined })
}
export async function importFrom(app: FoundServers['app']): Promise<void> {
  const imported = await save((host) => host.mcp.importFound({ app }))
  if (!imported) return
  setState({ imported: imported.names, found: undefined })
  await startAll(imported.names)
}

/** The user has just allowed these servers. */
const startAll = (names: readonly string[]) => attempt((host) => Promise.all(names.map((name) => host.mcp.start({ name }))))

/** Failures of calls are shown above the composer. */
async function act(work: (host: HostClient) => Promise<unknown>): Promise<void> {
  try {
    await work(await connectedHost())
  } catch (error) {
    conversationStore.setState({ trouble: shownFailure(error) })
  }
}
export const decide = (callId: string, decision: CallDecision): Promise<void> => act((host) => host.tools.decide({ callId, decision }))
export const resume = (conversationId: string, messageId: string): Promise<void> =>
  act((host) => host.tools.resume({ conversationId, messageId }))
