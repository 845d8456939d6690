import { Progress } from '@base-ui/react/progress'
import { Download } from 'lucide-react'
import { useStore } from 'zustand'
import type { Transfer } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import { sentenceOf } from '../../../core/copy/failures'
import { addressOf } from '../../../core/recommended/recommended-models'
import { formatBytes } from '../../../core/text/amounts'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { libraryStore } from '../library/library-store'
import { load } from '../library/model-actions'
import type { FitHere } from './fits-here'
import { getRecommended } from './get-recommended'

export function RecommendedRow({ fit, isBest, canGet }: { readonly fit: FitHere; readonly isBest: boolean; readonly canGet: boolean }) {
  const { model, contextTokens } = fit
  const texts = copy.models.recommended
  const hub = useStore(libraryStore, ({ library }) => library?.network.hub)
  const source = hub === undefined ? undefined : addressOf(model, hub)
  const transfer = useStore(libraryStore, ({ library }) => library?.transfers.find((one) => one.source === source))
  const modelId = transfer?.modelId ?? null
  const isHere = useApp(({ models }) => models.some(({ id, missing }) => id === modelId && !missing))
  const isComing = transfer !== undefined && ['waiting', 'running', 'verifying'].includes(transfer.status)
  return (
    <li aria-label={model.name} className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1 text-[12px] leading-snug">
        <p className="flex flex-wrap items-baseline gap-x-2 text-[13px]">
          <span className="font-medium">{model.name}</span>
          {isBest && (
            <Explained by={texts.bestMeaning} className="rounded-full bg-accent-soft px-2 text-[12px] text-accent">
              {texts.best}
            </Explained>
          )}
          <span className="text-[12px] text-faint">
            {formatBytes(model.sizeBytes)} · {texts.license(model.license)}
          </span>
        </p>
        <p className="text-soft">{texts.goodAt[model.id]}</p>
        {transfer && transfer.status !== 'done' ? (
          <Coming name={model.name} transfer={transfer} />
        ) : (
          <Explained by={texts.fitMeaning} className={contextTokens > 0 ? 'text-good' : 'text-danger'}>
            {contextTokens > 0 ? texts.fits(fit) : texts.tooLarge(fit)}
          </Explained>
        )}
      </div>
      {isHere && modelId !== null ? (
        <Button aria-label={texts.loadNamed(model.name)} onClick={() => void load(modelId)}>
          {texts.load}
        </Button>
      ) : (
        <Button
          look={isBest ? 'primary' : 'plain'}
          disabled={!canGet || isComing || contextTokens === 0}
          aria-label={texts.getNamed(model.name)}
          onClick={() => void getRecommended(model)}
        >
          <Download size={15} aria-hidden /> {transfer && !isComing ? texts.resume : texts.get}
        </Button>
      )}
    </li>
  )
}

function Coming({ name, transfer: { status, doneBytes, totalBytes, failure } }: { readonly name: string; readonly transfer: Transfer }) {
  const texts = copy.models.recommended
  if (status === 'done') return null
  const { what, todo } = failure ? sentenceOf(failure) : { what: '', todo: '' }
  return (
    <div role="status" className="text-soft">
      <Progress.Root value={totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 100) : null} aria-label={texts.progress(name)}>
        <Progress.Track className="my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
          <Progress.Indicator className={status === 'paused' || status === 'failed' ? 'bg-line-strong' : 'bg-accent'} />
        </Progress.Track>
      </Progress.Root>
      {texts.stages[status]} {totalBytes > 0 && texts.done(doneBytes, totalBytes)}
      {failure && (
        <p className="text-danger">
          {what} {todo}
        </p>
      )}
    </div>
  )
}
