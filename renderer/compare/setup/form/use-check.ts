import { useEffect, useState } from 'react'
import type { ComparePlan, PlanCheck } from '../../../../core/contract/compare/compare-runs'
import { type ShownFailure, shownFailure } from '../../../client/failures'
import { useApp } from '../../../client/use-app'

const settledMs = 300

export interface CheckedPlan {
  /** null if unknown, or if the whole plan is refused. */
  readonly check: PlanCheck | null
  readonly trouble: ShownFailure | null
}

export function useCheck(plan: ComparePlan | null): CheckedPlan {
  const host = useApp((state) => state.host)
  const [checked, setChecked] = useState<CheckedPlan>({ check: null, trouble: null })
  const asked = plan && JSON.stringify(withoutText(plan))
  useEffect(() => {
    if (!host || asked === null) return setChecked({ check: null, trouble: null })
    let isCurrent = true
    const show = (next: CheckedPlan) => isCurrent && setChecked(next)
    const timer = setTimeout(() => {
      host.compare.check(JSON.parse(asked) as ComparePlan).then(
        (check) => show({ check, trouble: null }),
        (error: unknown) => show({ check: null, trouble: shownFailure(error) }),
      )
    }, settledMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [host, asked])
  return checked
}

/** A long text is sent once, when the run begins. */
function withoutText(plan: ComparePlan): ComparePlan {
  const { quality } = plan
  if (quality?.text.source !== 'own') return plan
  return { ...plan, quality: { ...quality, text: { ...quality.text, text: quality.text.text.slice(0, 1000) } } }
}
