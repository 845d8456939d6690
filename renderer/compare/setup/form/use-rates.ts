import { useEffect, useState } from 'react'
import { useApp } from '../../../client/use-app'
import { type MeasuredRates, ratesOf } from '../../run/estimate-duration'
import { useRuns } from '../../run/run-store'

export interface KnownRates {
  readonly rates: MeasuredRates
  readonly at: number
}

/** null while loading, or if never measured. */
export function useRates(modelName: string | undefined): KnownRates | null {
  const host = useApp((state) => state.host)
  const runs = useRuns((state) => state.runs)
  const last = runs?.find((run) => run.kind === 'compare' && run.modelName === modelName && run.done > 0 && run.state !== 'running')
  const [known, setKnown] = useState<KnownRates | null>(null)
  useEffect(() => {
    if (!host || !last) return setKnown(null)
    let isCurrent = true
    host.compare.read({ runId: last.id }).then(
      (run) => {
        const rates = ratesOf(run)
        if (isCurrent) setKnown(rates && { rates, at: run.startedAt })
      },
      (error: unknown) => console.warn('rates', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, last?.id])
  return known
}
