import { fleetTable as texts } from '../../../core/copy/command-line'
import { copy } from '../../../core/copy/copy'
import type { Fleet } from '../../../core/fleet/types/fleet'
import { type DeviceGroup, type FleetPlan, type PartKind, partKinds } from '../../../core/fleet/types/fleet-plan'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { boundLines, capacityLines } from './fleet-table'

export function fleetMarkdown(name: string, fleet: Fleet, plan: FleetPlan): string {
  const { refused, replicas, ends, contexts, kvTypes } = plan
  const lines = [`## ${texts.title(name, plan.engine, fleet.weights)}`, '', texts.workload(fleet.workload), '']
  if (refused) return `${[...lines, texts.refused(refused.kind, copy.planner.fleet.refusal(refused))].join('\n')}\n`
  lines.push(`**${texts.fits(plan)}**`, '')
  if (plan.idleDevices > 0) lines.push(copy.planner.fleet.idle(plan.idleDevices), '')
  for (const replica of replicas)
    lines.push(
      texts.replica(replica),
      '',
      ...devices(replica.devices),
      '',
      ...capacityLines(plan.engine, replica).map((line) => `* ${line}`),
      ...boundLines(replica).map((line) => `* ${line}`),
      '',
    )
  lines.push(texts.boundsNote, '', texts.endsTitle, '', ...ends.map((end) => `* ${copy.planner.fleet.end(end)}`), '')
  lines.push(texts.contextsTitle, '', ...contexts.map(({ contextTokens, users }) => `* ${texts.context(contextTokens, users)}`), '')
  lines.push(texts.typesTitle, '', ...kvTypes.map(({ type, users }) => `* ${texts.type(type, users)}`))
  if (fleet.workload.sharedPrefixTokens > 0) lines.push('', texts.sharing(plan.usersThatFit, plan.usersWithoutSharing))
  return `${lines.join('\n')}\n`
}

function devices(groups: readonly DeviceGroup[]): string[] {
  const used = partKinds.filter((kind) => groups.some(({ parts }) => parts.some((part) => part.kind === kind)))
  const names = copy.planner.fleet.parts
  const sizeOf = ({ parts }: DeviceGroup, kind: PartKind): string => {
    const part = parts.find((one) => one.kind === kind)
    return part ? formatBytes(part.bytes) : ''
  }
  return [
    `| device | count | ${[...used.map((kind) => names[kind]), copy.planner.fleet.unused].join(' | ')} |`,
    `|---|---:|${used.map(() => '---:|').join('')}---:|`,
    ...groups.map(
      (group) =>
        `| ${copy.planner.fleet.device(group)} | ${formatCount(group.count)} | ${[...used.map((kind) => sizeOf(group, kind)), group.unusedBytes === null ? '' : formatBytes(group.unusedBytes)].join(' | ')} |`,
    ),
  ]
}
