import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { recommendedModels } from '../../../core/recommended/recommended-models'
import { useApp } from '../../client/use-app'
import { useMeasureBandwidth } from '../../client/use-measure-bandwidth'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { followLibrary, libraryStore } from '../library/library-store'
import { bestFirst, bestOf, type FitHere, fewOf, fitHere } from './fits-here'
import { forgetTrouble, goOnline, loadArrived } from './get-recommended'
import { RecommendedRow } from './recommended-row'

/** `children` are other ways to a model, at its end. Makes network requests only after the user asks for a model. */
export function RecommendedList({ children }: { readonly children?: ReactNode }) {
  const host = useApp((state) => state.host)
  useEffect(() => (host ? followLibrary(host) : undefined), [host])
  useEffect(() => forgetTrouble, [])
  const library = useStore(libraryStore, (state) => state.library)
  useEffect(() => loadArrived(library?.transfers ?? []), [library])
  const fits = useFits()
  const freeDiskBytes = useFreeDisk(library?.transfers.filter(({ status }) => status === 'done').length)
  const [isAll, setAll] = useState(false)
  const texts = copy.models.recommended
  if (!fits || !library) return null
  const best = bestOf(fits, navigator.hardwareConcurrency)
  const { isOffline, isForced } = library.network
  return (
    <section aria-label={texts.title} className="text-left">
      <h3 className="font-medium">{texts.title}</h3>
      <p className="text-[13px] text-soft">{isOffline ? texts.offline(isForced) : texts.note}</p>
      <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-raised">
        {(isAll ? bestFirst(fits, best) : fewOf(fits, best)).map((fit) => (
          <RecommendedRow key={fit.model.id} fit={fit} isBest={fit === best} canGet={!isOffline} freeDiskBytes={freeDiskBytes} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-2 text-[13px] text-faint">
        <Button look="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? texts.showFewer : texts.showAll(fits.length)}
        </Button>
        {!fits.some(({ hasGpu }) => hasGpu) && <MeasureSpeed />}
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {isOffline && !isForced && <Button onClick={() => void goOnline()}>{texts.goOnline}</Button>}
          {children}
        </span>
      </div>
    </section>
  )
}

/** Offered until the memory bandwidth is known, from which the speed of each model is estimated. */
function MeasureSpeed() {
  const isMeasured = useApp(({ app }) => app?.bandwidth.memory != null)
  const { isMeasuring, trouble, measure, dismiss } = useMeasureBandwidth()
  const texts = copy.models.recommended
  if (isMeasured) return null
  return (
    <>
      <Button look="quiet" disabled={isMeasuring} title={texts.measureMeaning} onClick={measure}>
        {isMeasuring ? texts.measuring : texts.measure}
      </Button>
      {trouble && (
        <div className="order-last w-full">
          <FailureAlert failure={trouble} onDismiss={dismiss} />
        </div>
      )}
    </>
  )
}

/** Of the disk that downloads go to. Read again after each download. */
function useFreeDisk(downloads: number | undefined): number | undefined {
  const host = useApp((state) => state.host)
  const [freeBytes, setFreeBytes] = useState<number>()
  useEffect(() => {
    host?.data.usage().then(
      (usage) => setFreeBytes(usage.freeBytes),
      (error: unknown) => console.warn('free disk', error),
    )
  }, [host, downloads])
  return freeBytes
}

/** Planned once, when the list appears, with a pause after each model: all of them take longer than a frame. undefined until then. */
function useFits(): readonly FitHere[] | undefined {
  const host = useApp((state) => state.host)
  const [fits, setFits] = useState<readonly FitHere[]>()
  useEffect(() => {
    const leaving = new AbortController()
    const plan = async () => {
      const machine = await host?.plan.machine({ reading: 'held' })
      const planned: FitHere[] = []
      for (const model of machine ? recommendedModels : []) {
        if (leaving.signal.aborted) return
        planned.push(fitHere(model, machine as PlanMachine))
        await new Promise((resolve) => setTimeout(resolve))
      }
      if (!leaving.signal.aborted && planned.length > 0) setFits(planned)
    }
    plan().catch((error: unknown) => console.warn('recommended models', error))
    return () => leaving.abort()
  }, [host])
  return fits
}
