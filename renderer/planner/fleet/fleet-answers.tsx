import { copy } from '../../../core/copy/copy'
import type { Workload } from '../../../core/fleet/schema/fleet-file'
import type { FleetPlan, ReplicaPlan } from '../../../core/fleet/types/fleet-plan'
import { DeviceBar } from './device-bar'

interface FleetAnswersProps {
  readonly plan: FleetPlan
  readonly workload: Workload
  readonly itlLimitMs: number | null
}

export function FleetAnswers({ plan, workload, itlLimitMs }: FleetAnswersProps) {
  const texts = copy.planner.fleet
  if (plan.refused)
    return (
      <p role="status" className="text-[13px] text-danger">
        {texts.refusal(plan.refused)}
      </p>
    )
  return (
    <div className="flex flex-col gap-3 text-[13px]">
      <p role="status" className={`font-medium ${plan.fits ? 'text-good' : 'text-danger'}`}>
        {texts.headline(plan)}
      </p>
      {plan.idleDevices > 0 && <p className="text-soft">{texts.idle(plan.idleDevices)}</p>}
      {plan.replicas.map((replica, at) => (
        // Replicas have no name, and their order is that of the hosts.
        <Replica key={at} replica={replica} workload={workload} fits={plan.fits} />
      ))}
      <Listed title={texts.endsTitle(itlLimitMs)} lines={plan.ends.map(texts.end)} />
      <Listed title={texts.typesTitle} lines={plan.kvTypes.map(({ type, users }) => texts.type(type, users))} />
      <Listed title={texts.contextsTitle} lines={plan.contexts.map(({ contextTokens, users }) => texts.context(contextTokens, users))} />
      {plan.usersWithoutSharing !== plan.usersThatFit && <p>{texts.sharing(plan.usersThatFit, plan.usersWithoutSharing)}</p>}
    </div>
  )
}

interface ReplicaProps {
  readonly replica: ReplicaPlan
  readonly workload: Workload
  readonly fits: boolean
}

function Replica({ replica, workload, fits }: ReplicaProps) {
  const texts = copy.planner.fleet
  const { bounds, devices, capacity, assumptions } = replica
  return (
    <div className="flex flex-col gap-2">
      <p className="text-soft">{texts.replica(replica)}</p>
      {devices.map((group, at) => (
        <DeviceBar key={at} group={group} />
      ))}
      <p>{texts.capacity(capacity)}</p>
      {assumptions?.whileDecoding && <p className="text-soft">{texts.whileDecoding(assumptions.whileDecoding)}</p>}
      {bounds ? (
        <ul aria-label={texts.boundsTitle} className="text-soft">
          <li>{texts.workload(workload, fits)}</li>
          <li>{texts.ttft(bounds.ttft)}</li>
          <li>{texts.itl(bounds.itl)}</li>
          <li>{texts.throughput(bounds.tokensPerSecond)}</li>
          <li className="text-faint">{texts.boundsNote}</li>
        </ul>
      ) : (
        <p className="text-faint">{texts.noBounds}</p>
      )}
    </div>
  )
}

const Listed = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <div>
    <h3 className="text-soft">{title}</h3>
    <ul aria-label={title} className="flex flex-wrap gap-x-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)
