import { resources } from '../paths'
import { type ProcessBelow, processesBelow } from './process-memory'

export const processRoles = ['host', 'engine', 'page', 'rest of the browser'] as const
export type ProcessRole = (typeof processRoles)[number]

export function processesByRole(hostPid: number): ReadonlyMap<ProcessRole, readonly number[]> {
  const byRole = new Map<ProcessRole, number[]>()
  for (const found of processesBelow(process.pid)) {
    const role = roleOf(found, hostPid)
    if (role) byRole.set(role, [...(byRole.get(role) ?? []), found.pid])
  }
  return byRole
}

function roleOf({ pid, command }: ProcessBelow, hostPid: number): ProcessRole | undefined {
  const has = (word: string) => command.some((part) => part.startsWith(word))
  if (pid === hostPid) return 'host'
  if (has(resources.engineEntry) || has('--utility-sub-type=node.mojom.NodeService')) return 'engine'
  if (has('--type=renderer')) return 'page'
  return has('--type=') ? 'rest of the browser' : undefined
}
