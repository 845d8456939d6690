import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DataUsage } from '../../core/contract/app/preferences'
import { deletionConfirmation } from '../../core/contract/chat/deletion-confirmation'
import type { Sentence } from '../../core/copy/failures'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { forgetComposerTexts } from '../chat/conversation/composer-texts'
import { appStore } from '../client/app-store'
import { sentenceFor } from '../client/failures'
import { isDesktop } from '../client/transport'
import { useApp } from '../client/use-app'
import { Alert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function DataSection() {
  const [trouble, setTrouble] = useState<Sentence>()
  const usage = useUsage()
  const openFolder = async () => {
    try {
      await appStore.getState().host?.data.openFolder()
    } catch (error) {
      setTrouble(sentenceFor(error))
    }
  }
  return (
    <PreferenceGroup title="Your data">
      {trouble && <Alert tone="danger" sentence={trouble} onDismiss={() => setTrouble(undefined)} />}
      <PreferenceRow name="Folder" note="All of it is here, and nowhere else.">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <code className="min-w-0 select-all break-all font-mono text-[12px] text-soft">{usage?.folder ?? '…'}</code>
          {isDesktop && (
            <Button onClick={() => void openFolder()}>
              <FolderOpen size={14} aria-hidden /> Open folder
            </Button>
          )}
        </span>
      </PreferenceRow>
      <PreferenceRow name="Conversations and settings">
        <span>{usage ? usageText(usage) : '…'}</span>
      </PreferenceRow>
      <PreferenceRow
        name="Models in this folder"
        note="Downloaded, imported, or dropped on a browser window. Others are read where they lie."
      >
        <span>{usage ? `${formatBytes(usage.uploadBytes)} · ${counted(usage.uploads, 'file')}` : '…'}</span>
      </PreferenceRow>
      <PreferenceRow name="Free on that disk">
        <span>{usage ? formatBytes(usage.freeBytes) : '…'}</span>
      </PreferenceRow>
      <DeleteEverything />
    </PreferenceGroup>
  )
}

function usageText({ databaseBytes, conversations, binned, compareRuns }: DataUsage): string {
  const deleted = binned === 0 ? '' : ` and ${formatCount(binned)} recently deleted`
  return `${formatBytes(databaseBytes)} · ${counted(conversations, 'conversation')}${deleted} · ${counted(compareRuns, 'benchmark')}`
}

const counted = (count: number, word: string): string => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`

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
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<Sentence>()
  const [isDeleting, setDeleting] = useState(false)
  const isConfirmed = typed.trim().toLowerCase() === deletionConfirmation
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
      close()
    } catch (error) {
      setTrouble(sentenceFor(error))
    }
    setDeleting(false)
  }
  return (
    <PreferenceRow
      name="Delete everything"
      note="Conversations, benchmarks, settings, the list of models with copies of them, preferences. It cannot be undone."
    >
      {!isOpen ? (
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete everything…
        </Button>
      ) : (
        <form
          className="flex w-full flex-col gap-2 rounded-lg border border-danger/40 bg-danger-soft p-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isConfirmed) void deleteAll()
          }}
        >
          {trouble && <Alert tone="danger" sentence={trouble} onDismiss={() => setTrouble(undefined)} />}
          <label>
            Type “{deletionConfirmation}” to do it. Downloaded and imported models go too; files that were opened where they lie are not
            touched.
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
            <Button onClick={close}>Keep everything</Button>
            <Button look="danger" type="submit" disabled={!isConfirmed || isDeleting}>
              Delete everything now
            </Button>
          </div>
        </form>
      )}
    </PreferenceRow>
  )
}
