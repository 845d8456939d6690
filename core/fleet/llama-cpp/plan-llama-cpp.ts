import { maxSequences } from '../../contract/settings/kv-types'
import { ggmlType } from '../../gguf/ggml-types'
import { planCache } from '../../kv/plan-cache'
import { largestFitting } from '../../plan/largest-fitting'
import { replicaBounds } from '../bounds/replica-bounds'
import type { PeakOf } from '../bounds/stage-load'
import type { FleetModel } from '../model/fleet-model'
import type { Fleet, HostGroup } from '../types/fleet'
import type { Capacity, DeviceGroup, DevicePart, FleetRefusal } from '../types/fleet-plan'
import type { PlannedReplicas, Replica, UserTokens } from '../types/replicas'
import { type InstanceBytes, instanceBytes, type LlamaCppSetup, slotSettings } from './instance-bytes'
import { instanceLoads } from './instance-loads'
import { hostsOf, type Instance, instancesOf, mostDevices } from './instances'
import { hasTensorSplit } from './tensor-split'

export function planLlamaCpp(fleet: Fleet, setup: LlamaCppSetup, peakOf: PeakOf): PlannedReplicas {
  const { instances } = setup.engine
  const hosts = hostsOf(fleet.hosts)
  const perInstance = Math.floor(hosts / instances)
  const found = perInstance === 0 ? [] : instancesOf(fleet.hosts, instances)
  const refused = refusalOf(setup, found, hosts)
  return {
    refused,
    replicas: refused ? [] : found.map((instance) => replicaOf(setup, instance, peakOf)),
    idleDevices: devicesOfLast(fleet.hosts, hosts - perInstance * instances),
  }
}

/** The instances use the hosts in order, so the last ones remain. */
function devicesOfLast(hosts: readonly HostGroup[], count: number): number {
  let left = count
  let devices = 0
  for (const host of hosts.toReversed()) {
    const idle = Math.min(left, host.count)
    devices += idle * host.devicesPerHost
    left -= idle
  }
  return devices
}

function replicaOf(setup: LlamaCppSetup, instance: Instance, peakOf: PeakOf): Replica {
  const stages = instanceLoads(setup, instance)
  const bytesFor = ({ contextTokens }: UserTokens, users: number) =>
    instanceBytes(setup, instance, contextTokens, Math.min(maxSequences, Math.max(1, users)))
  return {
    count: instance.count,
    fits: (tokens) => excessOf(instance, bytesFor(tokens, 1)) <= 0,
    devices: (tokens, users) => deviceGroups(setup.model, instance, bytesFor(tokens, users)),
    capacity: (tokens, users) => capacityOf(bytesFor(tokens, users)),
    assumptions: () => null,
    usersInMemory: (tokens) => largestFitting(maxSequences, (users) => excessOf(instance, bytesFor(tokens, users))),
    sequenceLimit: maxSequences,
    bounds: (workload, users) => replicaBounds({ stages, peakOf, workload, users, batchTokens: setup.engine.microBatchTokens }),
  }
}

/** A shared prefix saves no cells: each slot has its own. */
const capacityOf = ({ plan }: InstanceBytes): Capacity => ({
  unit: 'cells',
  units: plan.sizes.contextTokens,
  tokensPerUnit: 1,
  unitsPerUser: plan.sizes.cellsPerSequence,
  sharedUnits: 0,
})

/** Takes each estimate at its upper bound. */
function excessOf(instance: Instance, { plan, devices, ram }: InstanceBytes): number {
  if (plan.refused) return Number.POSITIVE_INFINITY
  const excess = devices.map(({ parts }, at) => mostOf(parts) - (instance.devices[at]?.device.memoryBytes ?? 0))
  const ramBytes = ramOf(instance)
  return Math.max(...excess, ramBytes === null ? Number.NEGATIVE_INFINITY : mostOf(ram) - ramBytes)
}

const ramOf = ({ main }: Instance): number | null => (main.device.kind === 'cpu' ? main.device.memoryBytes : main.ramBytes)

const sizeOf = (parts: readonly DevicePart[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)
const mostOf = (parts: readonly DevicePart[]): number =>
  parts.reduce((sum, { bytes, errorShare }) => sum + bytes * (1 + (errorShare ?? 0)), 0)

/** Neighbors with equal contents are one group. */
function deviceGroups(model: FleetModel, instance: Instance, { devices, ram }: InstanceBytes): DeviceGroup[] {
  const groups: DeviceGroup[] = []
  for (const [at, { firstLayer, endLayer, parts }] of devices.entries()) {
    const own = instance.devices[at]
    if (!own) continue
    const { name, kind, memoryBytes } = own.device
    const before = instance.devices[at - 1]
    const last = groups.at(-1)
    if (last && before?.host === own.host && JSON.stringify(last.parts) === JSON.stringify(parts)) {
      groups[groups.length - 1] = { ...last, count: last.count + 1, endLayer }
      continue
    }
    const unusedBytes = memoryBytes - sizeOf(parts)
    groups.push({ host: own.host.name, device: name, kind, count: 1, firstLayer, endLayer, memoryBytes, parts, unusedBytes })
  }
  const memoryBytes = ramOf(instance)
  const unusedBytes = memoryBytes === null ? null : memoryBytes - sizeOf(ram)
  groups.push({
    host: instance.main.name,
    device: 'RAM',
    kind: 'ram',
    count: 1,
    firstLayer: 0,
    endLayer: devices.length === 0 ? model.layers.length : 0,
    memoryBytes,
    parts: ram,
    unusedBytes,
  })
  return groups
}

function refusalOf(setup: LlamaCppSetup, instances: readonly Instance[], hosts: number): FleetRefusal | null {
  const { engine, model, choice } = setup
  if (instances.length === 0) return { kind: 'too-few-devices', devices: hosts, needed: engine.instances }
  const most = Math.max(...instances.map(({ devices }) => devices.length))
  if (most > mostDevices) return { kind: 'too-many-devices', devices: most, most: mostDevices }
  if (engine.split === 'row' && instances.some(({ devices }) => devices.some(({ isRemote }) => isRemote))) return { kind: 'rows-over-rpc' }
  if (engine.split === 'tensor') {
    const { architecture } = model.subject
    if (!hasTensorSplit(architecture)) return { kind: 'tensor-split-architecture', architecture }
    if ([choice.keyType, choice.valueType].some((type) => ggmlType(type).blockElements > 1)) return { kind: 'tensor-split-quantized' }
  }
  const { refused } = planCache(model.subject.shape, slotSettings(setup, 256, 1))
  return refused ? { kind: 'settings', reason: refused.reason } : null
}
