import { Check, Download } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { RemoteModel, Transfer } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { libraryStore } from '../library/library-store'
import { load } from '../library/model-actions'
import { download, getModelStore } from './get-model-store'

export function RemoteAction({ model }: { readonly model: RemoteModel }) {
  const source = withoutQuery(model.url)
  const isComing = useStore(
    libraryStore,
    ({ library }) => library?.transfers.some((one) => one.source === source && coming.includes(one.status)) ?? false,
  )
  const modelId = useStore(getModelStore, ({ arrived }) => arrived[source]) ?? model.modelId
  const isHere = useApp(({ models }) => models.some(({ id, missing }) => id === modelId && !missing))
  const [isAsked, setAsked] = useState(false)
  const begin = () => {
    setAsked(true)
    void download(model).finally(() => setAsked(false))
  }
  if (isHere && modelId)
    return (
      <span className="flex min-w-28 items-center justify-end gap-2">
        <span className="flex items-center gap-1 text-[12px] text-good">
          <Check size={14} aria-hidden /> {copy.models.get.inLibrary}
        </span>
        <Button onClick={() => void load(modelId)} aria-label={copy.models.get.loadNamed(model.path)}>
          {copy.models.get.load}
        </Button>
      </span>
    )
  const texts = copy.models.get
  return (
    <Button className="min-w-28" disabled={isAsked || isComing} onClick={begin} aria-label={copy.models.get.downloadNamed(model.path)}>
      <Download size={15} aria-hidden /> {isComing ? texts.downloading : isAsked ? texts.checking : texts.download}
    </Button>
  )
}

/** Paused and failed transfers resume when the user requests the download again. */
const coming: readonly Transfer['status'][] = ['waiting', 'running', 'verifying']

/** A transfer's source has no query. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')
