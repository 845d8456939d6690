import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import type { AppCommand } from '../../core/contract/commands/app-commands'
import { copy } from '../../core/copy/copy'
import { ChatScreen } from '../chat/chat-screen'
import { composerId } from '../chat/composer/focus-composer'
import { conversationStore, openNew, refresh, regenerate, stop } from '../chat/conversation/conversation-store'
import { onCommand } from '../client/app-store'
import { isDesktop } from '../client/transport'
import { useApp } from '../client/use-app'
import { CompareScreen } from '../compare/compare-screen'
import { LabScreen } from '../lab/lab-screen'
import { openByDialog } from '../models/library/model-actions'
import { ModelsScreen } from '../models/models-screen'
import { PlannerScreen } from '../planner/planner-screen'
import { PreferencesScreen } from '../preferences/preferences-screen'
import { RequestsScreen } from '../requests/requests-screen'
import { focusSoon } from '../window/focus-soon'
import { listenToKeys } from '../window/keyboard'
import { followPreferences, usePreferences } from '../window/preference-store'
import { showList, showPanel, showScreen, useWindow } from '../window/window-store'
import { DropZone } from './drop-zone'
import { ModelBar } from './model-bar'
import { SidePanel } from './side-panel'
import { Sidebar } from './sidebar'
import { RemovedToast, SavedToast } from './toasts'
import { Trouble } from './trouble'

export function App() {
  const screen = useWindow((state) => state.screen)
  const panelOpen = useWindow((state) => state.panelOpen)
  useConversationsUpToDate()
  useEffect(() => onCommand(runCommand), [])
  useEffect(() => listenToKeys(runCommand), [])
  useEffect(followPreferences, [])
  const wording = usePreferences(({ language, numbers }) => `${language} ${numbers}`)
  return (
    // Base UI's inline style elements would violate the content security policy.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={300}>
        {/* Draws everything again when the language or number format changes. */}
        <div key={wording} className="relative flex h-full">
          <Sidebar />
          <main className="flex min-w-0 flex-1 flex-col">
            <ModelBar />
            <Trouble />
            {screen === 'chat' && <ChatScreen />}
            {screen === 'models' && <ModelsScreen />}
            {screen === 'planner' && <PlannerScreen />}
            {screen === 'compare' && <CompareScreen />}
            {screen === 'lab' && <LabScreen />}
            {screen === 'requests' && <RequestsScreen />}
            {screen === 'preferences' && <PreferencesScreen />}
          </main>
          {screen === 'chat' && panelOpen && <SidePanel />}
        </div>
        <RemovedToast />
        <SavedToast />
        <DropZone />
      </Tooltip.Provider>
    </CSPProvider>
  )
}

function useConversationsUpToDate(): void {
  const revision = useApp((state) => state.app?.revisions.conversations)
  const host = useApp((state) => state.host)
  useEffect(() => {
    if (revision !== undefined && host) void refresh().catch((error: unknown) => console.warn('refresh', error))
  }, [revision, host])
}

function runCommand(command: AppCommand): void {
  switch (command) {
    case 'new-conversation':
      openNew()
      return showScreen('chat')
    case 'open-model':
      return isDesktop ? void openByDialog() : showScreen('models')
    case 'settings':
    case 'events':
      showPanel(command)
      return focusSoon('[role="tab"][data-active]')
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
    case 'search':
      showList(true)
      return focusSoon(`[aria-label="${copy.chat.list.search.label}"]`)
  }
}
