import { connectedHost } from '../../client/app-store'
import { composerTextOf, composerTextStore, messageOf } from './composer-texts'
import { conversationStore, open } from './conversation-store'

/** Call it once, when the page loads. Asks the host, because local storage may have an outdated preference. */
export async function openAtStart(): Promise<void> {
  try {
    const host = await connectedHost()
    const { startConversation } = await host.preferences.read()
    if (startConversation === 'new') return
    const [[last], unsent] = await Promise.all([host.conversations.list(), host.unsent.read()])
    const isWriting =
      messageOf(composerTextOf(composerTextStore.getState(), null)) !== '' || unsent.some(({ conversationId }) => conversationId === null)
    if (last && !isWriting && conversationStore.getState().openId === null) await open(last.id)
  } catch (error) {
    console.warn('open at start', error)
  }
}
