/** The host keeps unsent text in memory. Browser storage would leave a file that Headroom cannot erase. */
import { createStore } from 'zustand/vanilla'
import type { UnsentText } from '../../../core/contract/chat/unsent'
import { messageCharacters, systemPromptCharacters } from '../../../core/contract/wire/text-limits'
import { appStore } from '../../client/app-store'
import type { HostClient } from '../../client/transport'

export type ComposerText = Omit<UnsentText, 'conversationId'>
const noText: ComposerText = { text: '', pasted: '', documents: [], typedSystemPrompt: null, isPrivate: false }

/** Longer text would slow down the field. */
export const fieldCharacters = 50_000

export const composerTextStore = createStore<ReadonlyMap<string | null, ComposerText>>(() => new Map())

export const composerTextOf = (texts: ReadonlyMap<string | null, ComposerText>, conversationId: string | null): ComposerText =>
  texts.get(conversationId) ?? noText

export function changeComposerText(conversationId: string | null, change: Partial<ComposerText>): void {
  const texts = composerTextStore.getState()
  composerTextStore.setState(new Map(texts).set(conversationId, { ...composerTextOf(texts, conversationId), ...change }), true)
  changed.add(conversationId)
  void writeChanged()
}
export const forgetComposerText = (conversationId: string | null): void => changeComposerText(conversationId, noText)

export function forgetComposerTexts(): void {
  changed.clear()
  composerTextStore.setState(new Map(), true)
}

export const messageOf = ({ text, pasted }: ComposerText): string => (pasted === '' ? text : text === '' ? pasted : `${text}\n\n${pasted}`)

/** Call it once, before the first render. */
export function keepComposerTexts(): void {
  appStore.subscribe(({ host }, { host: before }) => {
    if (host && host !== before) void shareWith(host).catch(complain)
  })
  // The page does not wait for the answer to an earlier write.
  addEventListener('pagehide', () => {
    isWriting = false
    void writeChanged()
  })
}

/** After a page reload, the texts come from the host. After a host restart, they come from the page. */
async function shareWith(host: HostClient): Promise<void> {
  const kept = await host.unsent.read()
  const typed = composerTextStore.getState()
  composerTextStore.setState(
    new Map([...kept.map(({ conversationId, ...composerText }) => [conversationId, composerText] as const), ...typed]),
    true,
  )
  for (const conversationId of typed.keys()) changed.add(conversationId)
  await writeChanged()
}

const changed = new Set<string | null>()
let isWriting = false

async function writeChanged(): Promise<void> {
  const { host } = appStore.getState()
  if (!host || isWriting) return
  isWriting = true
  try {
    for (const conversationId of changed) {
      changed.delete(conversationId)
      const composerText = composerTextOf(composerTextStore.getState(), conversationId)
      // Text beyond the message limit is lost when the page closes.
      const isTooLong =
        messageOf(composerText).length > messageCharacters || (composerText.typedSystemPrompt ?? '').length > systemPromptCharacters
      if (!isTooLong) await host.unsent.write({ conversationId, ...composerText })
    }
  } catch (error) {
    complain(error)
  } finally {
    isWriting = false
  }
}

const complain = (error: unknown): void => console.warn('composer text', error)
