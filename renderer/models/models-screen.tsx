import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { isDesktop } from '../client/transport'
import { useApp } from '../client/use-app'
import { Button } from '../ui/controls/button'
import { TabList, TabPanel, Tabs } from '../ui/controls/tabs'
import { GetModel } from './download/get-model'
import { TransferList } from './download/transfer-list'
import { FolderList } from './folder-list'
import { ImportDialog } from './import-dialog'
import { followLibrary, forgetFitting, type LibraryTab, libraryStore, scanIfDue, showTab } from './library/library-store'
import { openPath } from './library/model-actions'
import { ModelList } from './library/model-list'
import { ModelTroubles } from './model-troubles'
import { OpenFile } from './open-file'
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
          <span className="ml-auto">
            <OpenFile />
          </span>
        </div>
        <ModelTroubles />
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
