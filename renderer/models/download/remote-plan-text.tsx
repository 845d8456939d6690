import type { RemoteModel } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { shownSentence } from '../../client/failures'
import { Button } from '../../ui/controls/button'
import type { RemotePlan } from './get-model-store'

export interface RemotePlanTextProps {
  readonly model: RemoteModel
  readonly plan: RemotePlan | undefined
  readonly machine: PlanMachine | undefined
  readonly onPlan: () => void
}

/** Uses the file size until the header has been read. */
export function RemotePlanText({ model, plan, machine, onPlan }: RemotePlanTextProps) {
  if (plan?.status === 'reading') return <p className="text-soft">{copy.models.get.readingHeader}</p>
  if (plan?.status === 'failed') {
    const { what, todo } = shownSentence(plan.failure)
    return (
      <p className="text-danger leading-snug">
        {what} {todo}
      </p>
    )
  }
  if (plan?.status === 'planned') return <Planned plan={plan} />
  const freeBytes = machine ? machine.ram.freeBytes + (machine.vram?.freeBytes ?? 0) : undefined
  const isTooLarge = freeBytes !== undefined && model.sizeBytes !== null && model.sizeBytes > freeBytes
  return (
    <p className="flex items-center justify-between gap-2 text-soft">
      <span className={isTooLarge ? 'text-danger' : ''}>
        {isTooLarge ? copy.models.get.tooLarge(freeBytes) : copy.models.get.notPlanned}
      </span>
      <Button className="h-7 px-2" onClick={onPlan} aria-label={copy.models.get.planNamed(model.path)}>
        {copy.models.get.plan}
      </Button>
    </p>
  )
}

function Planned({ plan: { view, trainedTokens } }: { readonly plan: Extract<RemotePlan, { status: 'planned' }> }) {
  const { totalBytes, spareBytes, contextTokens, largestContextTokens, bill } = view
  if (bill.plan.refused) return <p className="text-danger leading-snug">{copy.reasons.settingsRefusal(bill.plan.refused.reason)}</p>
  const [needed, forContext] = copy.models.get.needs(totalBytes, contextTokens)
  return (
    <div className="leading-snug">
      <p>
        <span className="font-medium">{needed}</span> <span className="text-soft">{forContext}</span>
      </p>
      {spareBytes !== null && <p className={spareBytes >= 0 ? 'text-good' : 'text-danger'}>{copy.models.get.spare(spareBytes)}</p>}
      {largestContextTokens !== null && <p className="text-faint">{copy.models.get.longest(largestContextTokens, trainedTokens)}</p>}
    </div>
  )
}
