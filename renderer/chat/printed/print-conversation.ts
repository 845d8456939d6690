import { createStore } from 'zustand/vanilla'
import type { ConversationThread } from '../../../core/contract/chat/conversations'
import type { SavedPlace } from '../../../core/contract/conversations/saved-pdf'
import { appStore } from '../../client/app-store'
import { isDesktop, savePdf } from '../../client/transport'
import { attempt } from '../conversation/conversation-store'

/** The conversation that is on the printed page. */
export const printStore = createStore<{ readonly thread: ConversationThread | undefined }>(() => ({ thread: undefined }))

/** Where the last PDF was saved. */
export const savedStore = createStore<{ readonly place: SavedPlace | undefined }>(() => ({ place: undefined }))
export const forgetSaved = (): void => savedStore.setState({ place: undefined })

let isPrinting = false

/** Saves a PDF on the desktop. A browser prints the page, to a printer or a PDF. A held shortcut prints once. */
export async function printConversation(conversationId: string): Promise<void> {
  if (isPrinting) return
  isPrinting = true
  await attempt(() => print(conversationId))
  isPrinting = false
}

async function print(conversationId: string): Promise<void> {
  const thread = await appStore.getState().host?.conversations.read({ conversationId })
  if (!thread) return
  const { title } = document
  try {
    await import('../markdown/draw-math')
    printStore.setState({ thread })
    document.title = thread.conversation.title
    await drawn()
    if (isDesktop) savedStore.setState({ place: (await savePdf(thread.conversation.title)) ?? undefined })
    else await printed()
  } finally {
    document.title = title
    printStore.setState({ thread: undefined })
  }
}

/** Formulas are drawn in the frame after the text. */
async function drawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  await document.fonts.ready
}

/** Some browsers return from `print` before the page is printed. */
const printed = () =>
  new Promise((resolve) => {
    window.addEventListener('afterprint', resolve, { once: true })
    window.print()
  })
