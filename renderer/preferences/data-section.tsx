import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DataUsage } from '../../core/contract/app/preferences'
import { deletionConfirmation } from '../../core/contract/chat/deletion-confirmation'
import { copy } from '../../core/copy/copy'
import { formatBytes } from '../../core/text/amounts'
import { forgetComposerTexts } from '../chat/conversation/composer-texts'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'
import { isDesktop } from '../client/transport'
import { useApp } from '../client/use-app'
import { FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function DataSection() {
  const [trouble, setTrouble] = useState<ShownFailure>()
  const usage = useUsage()
  const text = copy.preferences.data
  const openFolder = async () => {
    try {
      await appStore.getState().host?.data.openFolder()
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <PreferenceGroup title={text.title}>
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      <PreferenceRow name={text.folder} note={text.folderNote}>
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <code className="min-w-0 select-all break-all font-mono text-[12px] text-soft">{usage?.folder ?? '…'}</code>
          {isDesktop && (
            <Button onClick={() => void openFolder()}>
              <FolderOpen size={14} aria-hidden /> {text.openFolder}
            </Button>
          )}
        </span>
      </PreferenceRow>
      <PreferenceRow name={text.conversations}>
        <span>{usage ? text.usage(usage) : '…'}</span>
      </PreferenceRow>
      <PreferenceRow name={text.models} note={text.modelsNote}>
        <span>{usage ? text.files(usage.uploadBytes, usage.uploads) : '…'}</span>
      </PreferenceRow>
      <PreferenceRow name={text.free}>
        <span>{usage ? formatBytes(usage.freeBytes) : '…'}</span>
      </PreferenceRow>
      <DeleteEverything />
    </PreferenceGroup>
  )
}

function useUsage(): DataUsage | undefined {
  const host = useApp((state) => state.host)
  const conversations = useApp((state) => state.app?.revisions.conversations)
  const models = useApp((state) => state.app?.revisions.models)
  const compareRuns = useApp((state) => state.app?.revisions.compareRuns)
  const [usage, setUsage] = useState<DataUsage>()
  useEffect(() => {
    host?.data.usage().then(setUsage, (error: unknown) => console.warn('usage', error))
  }, [host, conversations, models, compareRuns])
  return usage
}

function DeleteEverything() {
  const text = copy.preferences.deletion
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<ShownFailure>()
  const [isDeleting, setDeleting] = useState(false)
  const isConfirmed = typed.trim().toLowerCase() === text.words
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  const deleteAll = async () => {
    setDeleting(true)
    try {
      await appStore.getState().host?.data.deleteEverything({ confirmation: deletionConfirmation })
      localStorage.clear()
      forgetComposerTexts()
      // Texts that were on screen stay in the page's memory until it ends.
      location.reload()
    } catch (error) {
      setTrouble(shownFailure(error))
    }
    setDeleting(false)
  }
  return (
    <PreferenceRow name={text.title} note={text.note}>
      {!isOpen ? (
        <Button look="danger" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      ) : (
        <form
          className="flex w-full flex-col gap-2 rounded-lg border border-danger/40 bg-danger-soft p-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isConfirmed) void deleteAll()
          }}
        >
          {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
          <label>
            {text.typeWords(text.words)}
            <input
              // biome-ignore lint/a11y/noAutofocus: the user has just asked for it.
              autoFocus
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && close()}
              className="mt-1 block h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-[13px]"
            />
          </label>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{text.no}</Button>
            <Button look="danger" type="submit" disabled={!isConfirmed || isDeleting}>
              {text.yes}
            </Button>
          </div>
        </form>
      )}
    </PreferenceRow>
  )
}
