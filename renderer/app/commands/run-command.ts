/** What each command of the menu, the command palette and the keyboard does. */
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import type { AppCommand } from '../../../core/contract/commands/app-commands'
import { copy } from '../../../core/copy/copy'
import { composerId } from '../../chat/composer/focus-composer'
import { conversationStore, openNew, regenerate, stop } from '../../chat/conversation/conversation-store'
import { remove, setPinned } from '../../chat/conversation/list-actions'
import { isWriting } from '../../chat/conversation/use-is-answering'
import { endSelection, nameConversation } from '../../chat/list/list-store'
import { makeFolder } from '../../chat/list/make-folder'
import { focusSearch } from '../../chat/list/selection-bar'
import { printConversation } from '../../chat/printed/print-conversation'
import { isDesktop } from '../../client/transport'
import { openByDialog } from '../../models/library/model-actions'
import { focusSoon, focusWhenShown } from '../../window/focus-soon'
import {
  foldSidebar,
  showHelp,
  showList,
  showModelChoice,
  showPanel,
  showScreen,
  togglePalette,
  togglePanel,
  windowStore,
} from '../../window/window-store'
import { startTour } from '../tour/tour-store'

export function runCommand(command: AppCommand): void {
  switch (command) {
    case 'palette':
      return togglePalette()
    case 'new-conversation':
      openNew()
      return showScreen('chat')
    case 'new-folder':
      showList(true)
      return void makeFolder()
    case 'pin-conversation':
      return withOpen((open) => void setPinned([open.id], !open.isPinned))
    case 'rename-conversation':
      return withOpen(({ id }) => {
        showList(true)
        nameConversation(id)
      })
    case 'print-conversation':
      return withOpen(({ id }) => void printConversation(id))
    case 'delete-conversation':
      return withOpen((open) => {
        if (!isWriting(open.id)) void remove([open])
      })
    case 'open-model':
      return isDesktop ? void openByDialog() : showScreen('models')
    case 'choose-model':
      return showModelChoice(true)
    case 'sidebar':
      return foldSidebar(!windowStore.getState().sidebarFolded)
    case 'cache':
    case 'settings':
    case 'events':
      showPanel(command)
      return focusSoon('[role="tab"][data-active]')
    case 'panel':
      showScreen('chat')
      return togglePanel()
    case 'stop':
      return void stop()
    case 'regenerate': {
      const last = conversationStore.getState().thread?.messages.at(-1)
      return last?.role === 'assistant' ? void regenerate(last.id) : undefined
    }
    case 'chat':
      showScreen(command)
      return focusSoon(`#${composerId}`)
    case 'models':
    case 'planner':
    case 'compare':
    case 'lab':
    case 'requests':
    case 'preferences':
      return showScreen(command)
    case 'tour':
      return startTour()
    case 'first-steps':
    case 'terms':
    case 'about':
      return showHelp(command)
    case 'shortcuts':
      showScreen('preferences')
      return focusWhenShown(`main [aria-label="${CSS.escape(copy.preferences.shortcuts.title)}"]`)
    case 'report':
      showPanel('events')
      return focusWhenShown(`[title="${CSS.escape(copy.app.eventList.report.title)}"]`)
    case 'search':
      showList(true)
      endSelection()
      return focusSearch()
  }
}

function withOpen(act: (open: ConversationSummary) => void): void {
  const { list, openId } = conversationStore.getState()
  const open = list.find(({ id }) => id === openId)
  if (open) act(open)
}
