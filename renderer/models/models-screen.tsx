import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { isDesktop } from '../client/transport'
import { useApp } from '../client/use-app'
import { FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { FileButton } from '../ui/controls/file-button'
import { TabList, TabPanel, Tabs } from '../ui/controls/tabs'
import { GetModel } from './download/get-model'
import { TransferList } from './download/transfer-list'
import { FolderList } from './folder-list'
import { ImportDialog } from './import-dialog'
import {
  dismissLibraryTrouble,
  followLibrary,
  forgetFitting,
  type LibraryTab,
  libraryStore,
  scanIfDue,
  showTab,
} from './library/library-store'
import { dismissTrouble, modelActions, openByDialog, openFile, openPath } from './library/model-actions'
import { ModelList } from './library/model-list'
import { ServerList } from './servers/server-list'

const tabs: readonly LibraryTab[] = ['machine', 'get', 'folders', 'servers']

export function ModelsScreen() {
  const tab = useStore(libraryStore, (state) => state.tab)
  useLibrary()
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Tabs value={tab} onChange={showTab} className="mx-auto flex min-h-0 w-full max-w-5xl flex-1 flex-col px-6 py-5 @max-[56.25rem]:px-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="font-semibold text-xl">{copy.models.title}</h1>
          <TabList label={copy.models.tabs.label} tabs={tabs.map((name) => ({ name, label: copy.models.tabs[name] }))} />
          <span className="ml-auto">{isDesktop ? <OpenByDialog /> : <OpenInBrowser />}</span>
        </div>
        <Troubles />
        <TransferList />
        <TabPanel of="machine" className="flex min-h-0 flex-1 flex-col">
          <Machine />
        </TabPanel>
        <TabPanel of="get">
          <GetModel />
        </TabPanel>
        <TabPanel of="folders">
          <FolderList />
        </TabPanel>
        <TabPanel of="servers">
          <ServerList />
        </TabPanel>
      </Tabs>
      <ImportDialog />
    </div>
  )
}

function useLibrary(): void {
  const host = useApp((state) => state.host)
  useEffect(() => {
    if (!host) return
    forgetFitting()
    scanIfDue()
    return followLibrary(host)
  }, [host])
}

function Machine() {
  return (
    <>
      {!isDesktop && <OpenByPath />}
      <ModelList />
      <p className="mt-2 text-[12px] text-faint">{copy.models.dropHint(isDesktop)}</p>
    </>
  )
}

function Troubles() {
  const { trouble, upload } = useStore(modelActions)
  const libraryTrouble = useStore(libraryStore, (state) => state.trouble)
  return (
    <>
      {trouble && (
        <div className="mt-4">
          <FailureAlert failure={trouble} onDismiss={dismissTrouble} />
        </div>
      )}
      {libraryTrouble && (
        <div className="mt-4">
          <FailureAlert failure={libraryTrouble} onDismiss={dismissLibraryTrouble} />
        </div>
      )}
      {upload && (
        <p role="status" className="mt-4 text-[13px] text-soft">
          {copy.models.uploading(upload.name, Math.round(upload.share * 100))}
        </p>
      )}
    </>
  )
}

const OpenByDialog = () => (
  <Button onClick={() => void openByDialog()}>
    <FolderOpen size={15} aria-hidden /> {copy.models.openFile}
  </Button>
)

/** Browsers hide paths, so a chosen file is copied into Headroom's folder. */
const OpenInBrowser = () => (
  <FileButton label={copy.models.file} accept=".gguf" onFile={(file) => void openFile(file)}>
    <FolderOpen size={15} aria-hidden /> {copy.models.uploadFile}
  </FileButton>
)

function OpenByPath() {
  const [path, setPath] = useState('')
  return (
    <form
      className="mt-4 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim() !== '') void openPath(path)
      }}
    >
      <input
        aria-label={copy.models.path.label}
        placeholder={copy.models.path.placeholder}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint"
      />
      <Button type="submit" disabled={path.trim() === ''}>
        {copy.models.path.open}
      </Button>
    </form>
  )
}
