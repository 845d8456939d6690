import { FolderOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../app/use-app'
import { isDesktop } from '../client/transport'
import { Button } from '../ui/button'
import { Told } from '../ui/told'
import { dismissTrouble, modelActions, openByDialog, openFile, openPath } from './model-actions'
import { ModelRow } from './model-row'

export function ModelsScreen() {
  const models = useApp((state) => state.models)
  const model = useApp((state) => state.app?.model)
  const { trouble, upload } = useStore(modelActions)
  const loadedId = model?.status === 'ready' ? model.file.id : undefined
  const loadingId = model?.status === 'loading' ? model.file.id : undefined
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-4xl px-6 py-6">
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex-1">
            <h1 className="font-semibold text-xl">Models</h1>
            <p className="text-[13px] text-soft">
              GGUF files on this machine. Files are read where they lie; nothing is copied or sent anywhere.
            </p>
          </div>
          {isDesktop ? <OpenByDialog /> : <OpenInBrowser />}
        </div>
        {!isDesktop && <OpenByPath />}
        {trouble && (
          <div className="mt-4">
            <Told tone="danger" sentence={trouble} onDismiss={dismissTrouble} />
          </div>
        )}
        {upload && (
          <p role="status" className="mt-4 text-[13px] text-soft">
            Receiving {upload.name}: {(upload.share * 100).toFixed(0)} %
          </p>
        )}
        <ul className="mt-5 divide-y divide-line rounded-lg border border-line bg-raised">
          {models.map((file) => (
            <ModelRow key={file.id} file={file} isLoaded={file.id === loadedId} isLoading={file.id === loadingId} />
          ))}
        </ul>
        <p className="mt-4 text-[13px] text-faint">Or drop a .gguf file anywhere on this window.</p>
      </div>
    </div>
  )
}

const OpenByDialog = () => (
  <Button look="primary" onClick={() => void openByDialog()}>
    <FolderOpen size={15} aria-hidden /> Open a model…
  </Button>
)

/** A browser cannot name a file's path: what is chosen here is copied into Headroom's folder. */
function OpenInBrowser() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <FolderOpen size={15} aria-hidden /> Copy a model in…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".gguf"
        aria-label="Model file"
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void openFile(file)
          event.target.value = ''
        }}
      />
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
        aria-label="Path of a model file"
        placeholder="/path/to/model.gguf"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint"
      />
      <Button type="submit" disabled={path.trim() === ''}>
        Open
      </Button>
    </form>
  )
}
