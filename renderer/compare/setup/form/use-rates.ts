import { useEffect, useState } from 'react'
import { useApp } from '../../../client/use-app'
import { learnedFactor, type MeasuredRates, ratesOf } from '../../run/estimate-duration'
import { useRuns } from '../../run/run-store'

export interface KnownRates {
  readonly rates: MeasuredRates
  readonly at: number
  /** How many times as long as these rates say the runs take, and how many runs say so. */
  readonly learned: { readonly factor: number; readonly runs: number }
}

/** A run that was read is long, so only the last ones are. */
const mostRead = 3

/** null while loading, or if never measured. */
export function useRates(modelName: string | undefined): KnownRates | null {
  const host = useApp((state) => state.host)
  const runs = useRuns((state) => state.runs)
  const isKnown = ({ kind, modelName: name, done, state }: NonNullable<typeof runs>[number]) =>
    kind === 'compare' && name === modelName && done > 0 && state !== 'running'
  const lastIds = (runs ?? [])
    .filter(isKnown)
    .slice(0, mostRead)
    .map(({ id }) => id)
  const asked = JSON.stringify(lastIds)
  const [known, setKnown] = useState<KnownRates | null>(null)
  useEffect(() => {
    const ids = JSON.parse(asked) as string[]
    if (!host || ids.length === 0) return setKnown(null)
    let isCurrent = true
    Promise.all(ids.map((runId) => host.compare.read({ runId }))).then(
      (last) => {
        const [found] = last.flatMap((run) => {
          const rates = ratesOf(run)
          return rates ? [{ rates, at: run.startedAt }] : []
        })
        if (isCurrent) setKnown(found ? { ...found, learned: learnedFactor(last, found.rates) } : null)
      },
      (error: unknown) => console.warn('rates', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, asked])
  return known
}
