import { Dialog } from '@base-ui/react/dialog'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { FoundList } from './found-list'
import { ServerEditor } from './server-editor'
import { ServerRow } from './server-row'
import { addServer, closeTools, dismissTrouble, findOthers, readServers, toolsStore } from './tools-store'

export function ToolsDialog() {
  const { servers, edited, isSaving, trouble } = useStore(toolsStore)
  const host = useApp((state) => state.host)
  const isInBrowser = useApp(({ info }) => info?.host === 'web')
  const revision = useApp(({ app }) => app?.revisions.mcp)
  const texts = copy.chat.tools
  useEffect(() => {
    if (host && revision !== undefined) readServers().catch((error: unknown) => console.warn('servers', error))
  }, [host, revision])
  return (
    <Dialog.Root open onOpenChange={(next) => !next && closeTools()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[8%] left-1/2 z-50 flex max-h-[84%] w-[40rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised p-4 shadow-raised">
          <Dialog.Title className="font-semibold">{texts.title}</Dialog.Title>
          <Dialog.Description className="mt-1 text-[13px] text-soft leading-snug">{texts.note}</Dialog.Description>
          {trouble && (
            <div className="mt-3">
              <FailureAlert failure={trouble} onDismiss={dismissTrouble} />
            </div>
          )}
          {isSaving && isInBrowser && (
            <p role="status" className="mt-3 text-[13px]">
              {texts.askedInTerminal}
            </p>
          )}
          {edited === undefined ? (
            <div className="-mx-3 mt-3 min-h-0 overflow-y-auto px-3">
              {servers.length === 0 && <p className="text-[13px] text-soft">{texts.noServers}</p>}
              <ul className="divide-y divide-line">
                {servers.map((server) => (
                  <ServerRow key={server.name} server={server} />
                ))}
              </ul>
              <FoundList />
            </div>
          ) : (
            <ServerEditor text={edited} />
          )}
          {edited === undefined && (
            <div className="mt-4 flex flex-wrap gap-2">
              <Button onClick={addServer}>{texts.add}</Button>
              <Button onClick={() => void findOthers()}>{texts.import}</Button>
              <Button look="primary" className="ml-auto" onClick={closeTools}>
                {texts.close}
              </Button>
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
