import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { ChatScreen } from '../chat/chat-screen'
import { refresh } from '../chat/conversation/conversation-store'
import { PrintedConversation } from '../chat/printed/printed-conversation'
import { onCommand } from '../client/app-store'
import { useApp } from '../client/use-app'
import { CompareScreen } from '../compare/compare-screen'
import { LabScreen } from '../lab/lab-screen'
import { ModelsScreen } from '../models/models-screen'
import { PlannerScreen } from '../planner/planner-screen'
import { PreferencesScreen } from '../preferences/preferences-screen'
import { RequestsScreen } from '../requests/requests-screen'
import { listenToKeys } from '../window/keyboard'
import { followPreferences, usePreferences } from '../window/preference-store'
import { useWindow } from '../window/window-store'
import { runCommand } from './commands/run-command'
import { DropZone } from './drop-zone'
import { HelpDialogs } from './help/help-dialogs'
import { ModelBar } from './model-bar'
import { Palette } from './palette/palette'
import { SidePanel } from './side-panel'
import { Sidebar } from './sidebar'
import { PdfToast, RemovedToast, SavedToast } from './toasts'
import { Tour } from './tour/tour'
import { TourOffer } from './tour/tour-offer'
import { Trouble } from './trouble'
import { usePanelRoom } from './use-panel-room'

export function App() {
  const screen = useWindow((state) => state.screen)
  const panelOpen = useWindow((state) => state.panelOpen)
  useConversationsUpToDate()
  usePanelRoom()
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
            {screen === 'chat' && <ChatScreen offer={<TourOffer />} />}
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
        <PdfToast />
        <PrintedConversation />
        <DropZone />
        <Palette />
        <HelpDialogs />
        <Tour />
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
