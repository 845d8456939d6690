import type { RemoteModel } from '../../../core/contract/models/library'
import type { PlanMachine } from '../../../core/plan/machine'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import type { RemotePlan } from './get-model-store'

export interface RemotePlanTextProps {
  readonly model: RemoteModel
  readonly plan: RemotePlan | undefined
  readonly machine: PlanMachine | undefined
  readonly onPlan: () => void
}

/** The memory a model needs here: from its file size, or from its header once that was read. */
export function RemotePlanText({ model, plan, machine, onPlan }: RemotePlanTextProps) {
  if (plan?.status === 'reading') return <p className="text-soft">Reading its header…</p>
  if (plan?.status === 'failed')
    return (
      <p className="text-danger leading-snug">
        {plan.sentence.what} {plan.sentence.todo}
      </p>
    )
  if (plan?.status === 'planned') return <Planned plan={plan} />
  const freeBytes = machine ? machine.ram.freeBytes + (machine.vram?.freeBytes ?? 0) : undefined
  const isTooLarge = freeBytes !== undefined && model.sizeBytes !== null && model.sizeBytes > freeBytes
  return (
    <p className="flex items-center justify-between gap-2 text-soft">
      <span className={isTooLarge ? 'text-danger' : ''}>
        {isTooLarge ? `larger than the ${formatBytes(freeBytes)} that are free` : 'not planned yet'}
      </span>
      <Button className="h-7 px-2" onClick={onPlan} aria-label={`Plan ${model.path}`}>
        Plan
      </Button>
    </p>
  )
}

function Planned({ plan: { view, trainedTokens } }: { readonly plan: Extract<RemotePlan, { status: 'planned' }> }) {
  const { totalBytes, spareBytes, contextTokens, largestContextTokens, bill } = view
  if (bill.plan.refused) return <p className="text-danger leading-snug">{bill.plan.refused.message}</p>
  const largest =
    largestContextTokens === null
      ? ''
      : largestContextTokens === 0
        ? 'no context fits'
        : `up to ${formatCount(largestContextTokens)}${trainedTokens > 0 ? ` of ${formatCount(trainedTokens)}` : ''} tokens fit`
  return (
    <div className="leading-snug">
      <p>
        <span className="font-medium">{formatBytes(totalBytes)}</span>{' '}
        <span className="text-soft">with {formatCount(contextTokens)} tokens</span>
      </p>
      {spareBytes !== null && (
        <p className={spareBytes >= 0 ? 'text-good' : 'text-danger'}>
          {spareBytes >= 0 ? `fits, ${formatBytes(spareBytes)} stay free` : `does not fit: ${formatBytes(-spareBytes)} too much`}
        </p>
      )}
      <p className="text-faint">{largest}</p>
    </div>
  )
}
