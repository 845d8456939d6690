import { FolderPlus, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryFolder, LibraryState } from '../../core/contract/models/library'
import { copy } from '../../core/copy/copy'
import { sentenceOf } from '../../core/copy/failures'
import { isDesktop } from '../client/transport'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { act, libraryStore, scan } from './library/library-store'

export function FolderList() {
  const library = useStore(libraryStore, (state) => state.library)
  if (!library) return null
  return (
    <div className="mt-4 flex flex-col gap-4 pb-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-56 flex-1 text-[13px] text-soft leading-snug">{copy.models.folders.intro}</p>
        <Button disabled={library.scan.isRunning} onClick={() => void scan()}>
          <RefreshCw size={14} aria-hidden /> {copy.models.folders.scan}
        </Button>
        {isDesktop && (
          <Button onClick={() => void act((host) => host.library.addFolderDialog())}>
            <FolderPlus size={15} aria-hidden /> {copy.models.folders.addDialog}
          </Button>
        )}
      </div>
      <AddByPath />
      {library.folders.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {library.folders.map((folder) => (
            <FolderRow key={folder.path} folder={folder} />
          ))}
        </ul>
      ) : (
        <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-[13px] text-soft leading-relaxed">
          {copy.models.folders.none}
          <br />
          {copy.models.folders.noneTodo}
        </p>
      )}
      <ScanReport scan={library.scan} />
    </div>
  )
}

function AddByPath() {
  const [path, setPath] = useState('')
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void act((host) => host.library.addFolder({ path })).then((isAdded) => isAdded && setPath(''))
      }}
    >
      <input
        aria-label={copy.models.folders.path}
        placeholder={copy.models.folders.placeholder}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint"
      />
      <Button type="submit" disabled={path.trim() === ''}>
        <FolderPlus size={15} aria-hidden /> {copy.models.folders.add}
      </Button>
    </form>
  )
}

function FolderRow({ folder: { path, origin, isOn, models } }: { readonly folder: LibraryFolder }) {
  const turn = (on: boolean) => void act((host) => (on ? host.library.readFolder({ path }) : host.library.leaveFolder({ path })))
  return (
    <li className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-[13px]">{copy.models.origins[origin]}</p>
        <p className="truncate text-[12px] text-faint" title={path}>
          {path}
        </p>
      </div>
      <span className="shrink-0 text-[13px] text-soft">{copy.models.folders.models(models)}</span>
      {origin === 'folder' ? (
        <IconButton icon={X} label={copy.models.folders.leave(path)} onClick={() => turn(false)} />
      ) : (
        <ToggleSwitch label={copy.models.folders.read(path)} checked={isOn} onChange={turn} />
      )}
    </li>
  )
}

function ScanReport({ scan: { isRunning, files, refused } }: { readonly scan: LibraryState['scan'] }) {
  return (
    <section aria-label={copy.models.folders.report} className="text-[13px] text-soft">
      <p role="status">{isRunning ? copy.models.folders.scanning(files) : copy.models.folders.scanned(files)}</p>
      {refused.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer">{copy.models.folders.refused(refused.length)}</summary>
          <ul className="mt-1 flex flex-col gap-1 text-[12px] text-faint">
            {refused.map(({ path, failure }) => (
              <li key={path} title={path} className="[overflow-wrap:anywhere]">
                {sentenceOf(failure).what}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
