import { Progress } from '@base-ui/react/progress'
import { Download } from 'lucide-react'
import { useStore } from 'zustand'
import type { Transfer } from '../../../core/contract/models/library'
import { reservedDiskBytes } from '../../../core/contract/models/reserved-disk'
import { copy } from '../../../core/copy/copy'
import { addressOf } from '../../../core/recommended/recommended-models'
import { type ShownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { usePreferences } from '../../window/preference-store'
import { libraryStore } from '../library/library-store'
import { load } from '../library/model-actions'
import { type FitHere, wordsPerSecond } from './fits-here'
import { getRecommended, recommendedStore } from './get-recommended'

export interface RecommendedRowProps {
  readonly fit: FitHere
  readonly isBest: boolean
  readonly canGet: boolean
  /** undefined until known. */
  readonly freeDiskBytes: number | undefined
}

export function RecommendedRow({ fit, isBest, canGet, freeDiskBytes }: RecommendedRowProps) {
  const { model, contextTokens, alone } = fit
  const texts = copy.models.recommended
  const details = usePreferences((values) => values.details)
  const hub = useStore(libraryStore, ({ library }) => library?.network.hub)
  const source = hub === undefined ? undefined : addressOf(model, hub)
  const transfer = useStore(libraryStore, ({ library }) => library?.transfers.find((one) => one.source === source))
  const trouble = useStore(recommendedStore, (state) => (state.trouble?.url === source ? state.trouble?.failure : undefined))
  const modelId = transfer?.modelId ?? null
  const memory = useApp(({ app }) => app?.bandwidth.memory ?? null)
  const words = alone.contextTokens > 0 ? wordsPerSecond(fit, memory) : null
  const disk =
    freeDiskBytes === undefined ? undefined : { freeBytes: freeDiskBytes, hasRoom: model.sizeBytes + reservedDiskBytes <= freeDiskBytes }
  const isHere = useApp(({ models }) => models.some(({ id, missing }) => id === modelId && !missing))
  return (
    <li aria-label={model.name} className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1 text-[12px] leading-snug">
        <p className="flex flex-wrap items-baseline gap-x-2 text-[13px]">
          <span className="font-medium">{texts.goodAt[model.id]}</span>
          {isBest && (
            <Explained by={texts.bestMeaning} className="bg-accent-soft px-1.5 text-[12px] text-accent">
              {texts.best}
            </Explained>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft">
          <Explained by={texts.nameMeaning(model.parameters)}>{model.name}</Explained>
          <Explained by={texts.sizeMeaning(model.license, freeDiskBytes)} className={disk && !disk.hasRoom ? 'text-danger' : ''}>
            {texts.size(model.sizeBytes, disk)}
          </Explained>
          <Explained
            by={texts.fitMeaning(fit)}
            className={contextTokens > 0 ? 'text-good' : alone.contextTokens > 0 ? 'text-warning' : 'text-danger'}
          >
            {contextTokens > 0 ? texts.fits(fit, details) : alone.contextTokens > 0 ? texts.shortNow(fit) : texts.tooLarge(fit)}
          </Explained>
          {words !== null && <Explained by={texts.speedMeaning}>{texts.speed(words)}</Explained>}
        </p>
        {transfer && transfer.status !== 'done' && <Coming name={model.name} transfer={transfer} />}
        {trouble && <Failed failure={trouble} />}
      </div>
      {isHere && modelId !== null ? (
        <Button aria-label={texts.loadNamed(model.name)} onClick={() => void load(modelId)}>
          {texts.load}
        </Button>
      ) : (
        <GetButton fit={fit} isBest={isBest} canGet={canGet} status={trouble ? 'failed' : transfer?.status} />
      )}
    </li>
  )
}

interface GetButtonProps {
  readonly fit: FitHere
  readonly isBest: boolean
  readonly canGet: boolean
  /** undefined if no download was started. */
  readonly status: Transfer['status'] | undefined
}

function GetButton({ fit: { model, alone }, isBest, canGet, status }: GetButtonProps) {
  const texts = copy.models.recommended
  const isComing = status === 'waiting' || status === 'running' || status === 'verifying'
  const label = status === 'failed' ? texts.tryAgain : status === 'paused' ? texts.resume : texts.get
  return (
    <Button
      look={isBest ? 'primary' : 'plain'}
      disabled={!canGet || isComing || alone.contextTokens === 0}
      aria-label={status === 'failed' ? texts.tryAgainNamed(model.name) : texts.getNamed(model.name)}
      onClick={() => void getRecommended(model)}
    >
      <Download size={15} aria-hidden /> {label}
    </Button>
  )
}

function Coming({
  name,
  transfer: { status, doneBytes, totalBytes, secondsLeft, failure },
}: {
  readonly name: string
  readonly transfer: Transfer
}) {
  const texts = copy.models.recommended
  if (status === 'done') return null
  return (
    <div role="status" className="text-soft">
      <Progress.Root value={totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 100) : null} aria-label={texts.progress(name)}>
        <Progress.Track className="my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
          <Progress.Indicator className={status === 'paused' || status === 'failed' ? 'bg-line-strong' : 'bg-accent'} />
        </Progress.Track>
      </Progress.Root>
      {texts.stages[status]} {totalBytes > 0 && texts.done(doneBytes, totalBytes, status === 'running' ? secondsLeft : null)}
      {failure && <Failed failure={failure} />}
    </div>
  )
}

function Failed({ failure }: { readonly failure: ShownFailure }) {
  const { what, todo } = shownSentence(failure)
  return (
    <p role="alert" className="mt-1 text-danger">
      {what} {todo}
    </p>
  )
}
