import { Progress } from '@base-ui/react/progress'
import { Pause, Play, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Transfer } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import { sentenceOf } from '../../../core/copy/failures'
import { Button } from '../../ui/controls/button'
import { IconButton } from '../../ui/controls/icon-button'
import { Question } from '../../ui/question'
import { act, libraryStore } from '../library/library-store'
import { load } from '../library/model-actions'

const none: readonly Transfer[] = []

export function TransferList() {
  const transfers = useStore(libraryStore, (state) => state.library?.transfers ?? none)
  if (transfers.length === 0) return null
  const ended = transfers.filter(({ status }) => status === 'done')
  const shown = [...transfers.filter(({ status }) => status !== 'done'), ...ended.toReversed()]
  return (
    <section
      aria-label={copy.models.transfers.title}
      className="mt-4 max-h-60 shrink-0 overflow-y-auto rounded-lg border border-line bg-panel"
    >
      <ul className="divide-y divide-line">
        {shown.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      {ended.length > 1 && (
        <div className="border-line border-t px-4 py-1.5 text-right">
          <Button look="quiet" className="h-7" onClick={() => void dismissAll(ended)}>
            {copy.models.transfers.dismissAll}
          </Button>
        </div>
      )}
    </section>
  )
}

const dismissAll = (transfers: readonly Transfer[]) =>
  act(async (host) => {
    for (const { id } of transfers) await host.library.cancel({ transferId: id })
  })

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { name, kind, status, doneBytes, totalBytes, failure, modelId } = transfer
  const isOver = status === 'done' || status === 'failed'
  return (
    <li aria-label={name} className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-[13px]">
          <span className="truncate font-medium" title={transfer.source}>
            {name}
          </span>
          <span className="shrink-0 text-[12px] text-faint">{copy.models.transfers.kinds[kind]}</span>
        </p>
        {!isOver && (
          <Progress.Root
            value={totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 100) : null}
            aria-label={copy.models.transfers.progress(name)}
          >
            <Progress.Track className="my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
              <Progress.Indicator className={status === 'paused' ? 'bg-line-strong' : 'bg-accent'} />
            </Progress.Track>
          </Progress.Root>
        )}
        <p
          className={`text-[12px] leading-snug ${failure ? 'text-danger' : 'text-soft'} ${status === 'done' ? 'truncate' : ''}`}
          title={status === 'done' ? transfer.path : undefined}
        >
          {statusText(transfer)}
        </p>
      </div>
      {modelId !== null && <Button onClick={() => void load(modelId)}>{copy.models.transfers.load}</Button>}
      <TransferButtons transfer={transfer} />
    </li>
  )
}

function statusText(transfer: Transfer): string {
  const { status, doneBytes, totalBytes, pause, failure, verifiedBy, path, source } = transfer
  const texts = copy.models.transfers
  if (status === 'done') return texts.done(path, verifiedBy !== null)
  if (status === 'failed') {
    if (!failure) return texts.failed
    const { what, todo } = sentenceOf(failure)
    return `${what} ${todo}`
  }
  if (status === 'running' && pause !== null) return texts.waitingFor(doneBytes, totalBytes, copy.reasons.downloadPause(source, pause))
  return texts.underWay({ ...transfer, status })
}

function TransferButtons({ transfer: { id, name, status, doneBytes } }: { readonly transfer: Transfer }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = () => void act((host) => host.library.cancel({ transferId: id }))
  if (status === 'done') return <IconButton icon={X} label={copy.models.transfers.dismiss(name)} onClick={cancel} />
  const canResume = status === 'paused' || status === 'failed'
  return (
    <span className="flex gap-1">
      {canResume ? (
        <IconButton
          icon={Play}
          label={copy.models.transfers.resume(name)}
          onClick={() => void act((host) => host.library.resume({ transferId: id }))}
        />
      ) : (
        <IconButton
          icon={Pause}
          label={copy.models.transfers.pause(name)}
          onClick={() => void act((host) => host.library.pause({ transferId: id }))}
        />
      )}
      <IconButton icon={Trash2} label={copy.models.transfers.discard(name)} onClick={() => (doneBytes > 0 ? setAsking(true) : cancel())} />
      <Question
        isOpen={isAsking}
        title={copy.models.transfers.discarding.title(name)}
        text={copy.models.transfers.discarding.text(doneBytes)}
        no={copy.models.transfers.discarding.keep}
        yes={copy.models.transfers.discarding.discard}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false)
          cancel()
        }}
      />
    </span>
  )
}
