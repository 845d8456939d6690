import { FolderPlus, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryFolder, LibraryState } from '../../core/contract/models/library'
import { originNames } from '../../core/contract/models/model-origins'
import { sentenceOf } from '../../core/copy/failures'
import { formatCount } from '../../core/text/amounts'
import { isDesktop } from '../client/transport'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { act, libraryStore, scan } from './library/library-store'

/** The folders searched for models. Headroom never writes to them. */
export function FolderList() {
  const library = useStore(libraryStore, (state) => state.library)
  if (!library) return null
  return (
    <div className="mt-4 flex flex-col gap-4 pb-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-56 flex-1 text-[13px] text-soft leading-snug">
          Models in these folders are in the list, and stay where they are. Those of LM Studio, Ollama, Jan and the Hugging Face cache are
          found by themselves.
        </p>
        <Button disabled={library.scan.isRunning} onClick={() => void scan()}>
          <RefreshCw size={14} aria-hidden /> Look again
        </Button>
        {isDesktop && (
          <Button onClick={() => void act((host) => host.library.addFolderDialog())}>
            <FolderPlus size={15} aria-hidden /> Add a folder…
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
          No folder yet, and none of another program was found.
          <br />
          Name the folder that your .gguf files lie in: they are listed, and stay where they are.
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
        aria-label="Path of a folder"
        placeholder="/path/to/models"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint"
      />
      <Button type="submit" disabled={path.trim() === ''}>
        <FolderPlus size={15} aria-hidden /> Add
      </Button>
    </form>
  )
}

function FolderRow({ folder: { path, origin, isOn, models } }: { readonly folder: LibraryFolder }) {
  const turn = (on: boolean) => void act((host) => (on ? host.library.readFolder({ path }) : host.library.leaveFolder({ path })))
  return (
    <li className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-[13px]">{originNames[origin]}</p>
        <p className="truncate text-[12px] text-faint" title={path}>
          {path}
        </p>
      </div>
      <span className="shrink-0 text-[13px] text-soft">{models === 1 ? '1 model' : `${formatCount(models)} models`}</span>
      {origin === 'folder' ? (
        <IconButton icon={X} label={`Leave ${path}`} onClick={() => turn(false)} />
      ) : (
        <ToggleSwitch label={`Look in ${path}`} checked={isOn} onChange={turn} />
      )}
    </li>
  )
}

function ScanReport({ scan: { isRunning, files, refused } }: { readonly scan: LibraryState['scan'] }) {
  return (
    <section aria-label="What was found" className="text-[13px] text-soft">
      <p role="status">
        {isRunning
          ? `Looking: ${formatCount(files)} files so far…`
          : `${formatCount(files)} ${files === 1 ? 'file was' : 'files were'} looked at.`}
      </p>
      {refused.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer">
            {refused.length === 1 ? '1 of them is no model for a chat' : `${refused.length} of them are no models for a chat`}
          </summary>
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
