import { useEffect, useState } from 'react'
import type { BenchPlan, PlanCheck } from '../../../core/contract/compare/bench-runs'
import type { Sentence } from '../../../core/contract/errors/sentences'
import { sentenceFor } from '../../client/failures'
import { useApp } from '../../client/use-app'

/** Typing changes a plan with every key. */
const settledMs = 300

export interface CheckedPlan {
  /** null: not known yet, or the plan is refused as a whole. */
  readonly check: PlanCheck | null
  readonly trouble: Sentence | null
}

/** What the host says of a plan before it runs: how many measurements, and what cannot work. */
export function useCheck(plan: BenchPlan | null): CheckedPlan {
  const host = useApp((state) => state.host)
  const [checked, setChecked] = useState<CheckedPlan>({ check: null, trouble: null })
  const asked = plan && JSON.stringify(withoutText(plan))
  useEffect(() => {
    if (!host || asked === null) return setChecked({ check: null, trouble: null })
    let isCurrent = true
    const show = (next: CheckedPlan) => isCurrent && setChecked(next)
    const timer = setTimeout(() => {
      host.bench.check(JSON.parse(asked) as BenchPlan).then(
        (check) => show({ check, trouble: null }),
        (error: unknown) => show({ check: null, trouble: sentenceFor(error) }),
      )
    }, settledMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [host, asked])
  return checked
}

/** The settings are what is asked about; a long text travels once, when the run begins. */
function withoutText(plan: BenchPlan): BenchPlan {
  const { quality } = plan
  if (quality?.text.source !== 'own') return plan
  return { ...plan, quality: { ...quality, text: { ...quality.text, text: quality.text.text.slice(0, 1000) } } }
}
