import { fleetTable as texts } from '../../../core/copy/command-line'
import { copy } from '../../../core/copy/copy'
import type { Fleet } from '../../../core/fleet/types/fleet'
import type { DeviceGroup, FleetPlan, ReplicaPlan } from '../../../core/fleet/types/fleet-plan'
import { formatBytes } from '../../../core/text/amounts'

export function fleetTable(name: string, fleet: Fleet, plan: FleetPlan): string {
  const { refused, ends, contexts, kvTypes, usersThatFit, usersWithoutSharing } = plan
  const lines = [texts.title(name, plan.engine, fleet.weights), texts.workload(fleet.workload), '']
  if (refused) return `${[...lines, texts.refused(refused.kind, copy.planner.fleet.refusal(refused))].join('\n')}\n`
  lines.push(texts.fits(plan), ...(plan.idleDevices > 0 ? [copy.planner.fleet.idle(plan.idleDevices)] : []), '')
  for (const replica of plan.replicas) lines.push(...replicaLines(plan.engine, replica), '')
  lines.push(texts.boundsNote, '', texts.endsTitle, ...ends.map((end) => `  ${copy.planner.fleet.end(end)}`), '')
  lines.push(texts.contextsTitle, ...contexts.map(({ contextTokens, users }) => `  ${texts.context(contextTokens, users)}`), '')
  lines.push(texts.typesTitle, ...kvTypes.map(({ type, users }) => `  ${texts.type(type, users)}`))
  if (fleet.workload.sharedPrefixTokens > 0) lines.push('', texts.sharing(usersThatFit, usersWithoutSharing))
  return `${lines.join('\n')}\n`
}

export const capacityLines = (engine: FleetPlan['engine'], { capacity, assumptions }: ReplicaPlan): string[] => [
  copy.planner.fleet.capacity(capacity),
  ...(assumptions ? [texts.assumed(engine, assumptions)] : []),
  ...(assumptions?.whileDecoding ? [copy.planner.fleet.whileDecoding(assumptions.whileDecoding)] : []),
]

export const replicaLines = (engine: FleetPlan['engine'], replica: ReplicaPlan): string[] => [
  texts.replica(replica),
  ...replica.devices.flatMap(deviceLines),
  ...capacityLines(engine, replica).map((line) => `  ${line}`),
  ...boundLines(replica).map((line) => `  ${line}`),
]

function deviceLines(group: DeviceGroup): string[] {
  const { parts, unusedBytes, memoryBytes } = group
  const names = copy.planner.fleet.parts
  const rest =
    unusedBytes === null
      ? []
      : [unusedBytes < 0 ? copy.planner.fleet.missing(-unusedBytes) : row(copy.planner.fleet.unused, formatBytes(unusedBytes).padStart(10))]
  return [
    `  ${copy.planner.fleet.device(group)}, ${texts.memory(memoryBytes)}`,
    ...[...parts.map(({ kind, bytes, source, errorShare }) => row(names[kind], texts.part(bytes, source, errorShare))), ...rest].map(
      (line) => `    ${line}`,
    ),
  ]
}

const row = (name: string, rest: string): string => `${name.padEnd(16)}${rest}`

export function boundLines({ bounds, usersAssigned }: ReplicaPlan): string[] {
  if (!bounds) return [texts.noBounds]
  return [
    texts.ttft(bounds.ttft),
    texts.itl(usersAssigned, bounds.itl),
    texts.throughput(bounds.tokensPerSecond),
    ...(bounds.isLinkUnknown ? [texts.linkUnknown] : []),
  ]
}
