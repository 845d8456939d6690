/** Plans a model on a fleet. Equal hosts are one group, so the number of hosts does not matter. */
import { kvTypes } from '../contract/settings/kv-types'
import type { PlanSubject } from '../plan/plan-subject'
import type { PeakOf } from './bounds/stage-load'
import { planLlamaCpp } from './llama-cpp/plan-llama-cpp'
import { type FleetModel, fleetModelOf } from './model/fleet-model'
import { planPaged } from './paged/plan-paged'
import { type EngineChoice, type Fleet, servedKvTypes, type WeightType } from './types/fleet'
import type { End, FleetPlan, ReplicaPlan } from './types/fleet-plan'
import type { PlannedReplicas, Replica, UserTokens } from './types/replicas'

/** Returns null if the weights are unknown. */
export function planFleet(subject: PlanSubject, fleet: Fleet): FleetPlan | null {
  const model = fleetModelOf(subject, fleet.weights)
  if (!model) return null
  const { workload, choice } = fleet
  const tokens = tokensOf(fleet)
  const { refused, replicas, idleDevices } = replicasOf(fleet, model)
  const usersThatFit = usersIn(replicas, tokens)
  const planned = replicas.map((replica) => {
    const share = usersThatFit > 0 ? usersOf(replica, tokens) / usersThatFit : 1 / total(replicas, () => 1)
    return replicaPlan(replica, fleet, tokens, Math.ceil(workload.users * share))
  })
  return {
    engine: choice.engine.kind,
    refused,
    fits: !refused && usersThatFit >= workload.users,
    users: workload.users,
    usersThatFit,
    replicas: planned,
    idleDevices,
    contexts: contextsOf(subject, tokens).map((contextTokens) => {
      const promptTokens = Math.max(1, contextTokens - workload.outputTokens)
      const at = { contextTokens, promptTokens, sharedTokens: Math.min(tokens.sharedTokens, promptTokens) }
      return { contextTokens, users: usersIn(replicas, at) }
    }),
    kvTypes: otherTypes(fleet, model, tokens),
    usersWithoutSharing: usersIn(replicas, { ...tokens, sharedTokens: 0 }),
    ends: refused ? [] : endsOf(fleet, replicas, planned, tokens),
  }
}

function replicasOf(fleet: Fleet, model: FleetModel): PlannedReplicas {
  const { choice, weights } = fleet
  const peakOf = peakRate(choice.engine.kind, weights)
  if ('kvType' in choice) return planPaged(fleet, choice.engine, choice.kvType, model, peakOf)
  return planLlamaCpp(fleet, { engine: choice.engine, choice, model }, peakOf)
}

const tokensOf = ({ workload }: Fleet): UserTokens => ({
  contextTokens: workload.promptTokens + workload.outputTokens,
  promptTokens: workload.promptTokens,
  sharedTokens: workload.sharedPrefixTokens,
})

const usersOf = (replica: Replica, tokens: UserTokens): number => Math.min(replica.usersInMemory(tokens), replica.sequenceLimit)

const total = (replicas: readonly Replica[], each: (replica: Replica, at: number) => number): number =>
  replicas.reduce((sum, replica, at) => sum + replica.count * each(replica, at), 0)

const usersIn = (replicas: readonly Replica[], tokens: UserTokens): number => total(replicas, (replica) => usersOf(replica, tokens))

function replicaPlan(replica: Replica, { workload }: Fleet, tokens: UserTokens, users: number): ReplicaPlan {
  return {
    count: replica.count,
    devices: replica.devices(tokens, users),
    fits: replica.fits(tokens),
    capacity: replica.capacity(tokens, users),
    assumptions: replica.assumptions(tokens),
    usersThatFit: usersOf(replica, tokens),
    usersAssigned: users,
    bounds: replica.bounds(workload, users),
  }
}

const usualContexts = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072]

/** The workload's context, and the usual ones up to the trained context. */
function contextsOf({ shape }: PlanSubject, { contextTokens }: UserTokens): number[] {
  const usual = usualContexts.filter((one) => shape.trainedTokens === 0 || one <= shape.trainedTokens)
  return [...new Set([...usual, contextTokens])].sort((a, b) => a - b)
}

const comparedTypes = kvTypes.filter((type) => ['f16', 'q8_0', 'q4_0'].includes(type))

function otherTypes(fleet: Fleet, model: FleetModel, tokens: UserTokens): FleetPlan['kvTypes'] {
  return choicesOf(fleet.choice).map(({ type, choice }) => {
    const { refused, replicas } = replicasOf({ ...fleet, choice }, model)
    return { type, users: refused ? null : usersIn(replicas, tokens) }
  })
}

function choicesOf(choice: EngineChoice): { readonly type: string; readonly choice: EngineChoice }[] {
  if ('kvType' in choice) return servedKvTypes.map((kvType) => ({ type: kvType, choice: { ...choice, kvType } }))
  return comparedTypes.map((type) => ({ type, choice: { ...choice, keyType: type, valueType: type } }))
}

/** With a TTFT limit that the bound exceeds, no user can be served in time. */
function endsOf({ workload }: Fleet, replicas: readonly Replica[], planned: readonly ReplicaPlan[], tokens: UserTokens): End[] {
  const inMemory = total(replicas, (replica) => replica.usersInMemory(tokens))
  const limit = total(replicas, ({ sequenceLimit }) => sequenceLimit)
  const ends: End[] = [{ resource: 'sequences', users: limit }]
  // For llama.cpp, users are counted only up to the limit. If that many fit, how many more would fit is unknown.
  if (inMemory !== limit) ends.push({ resource: 'memory', users: inMemory })
  const bounds = planned.map((replica) => replica.bounds)
  const within = bounds.map((bound) => bound?.usersWithinItl ?? null)
  if (within.length > 0 && within.every((users) => users !== null)) {
    const users = total(replicas, (_replica, at) => within[at] ?? 0)
    ends.push({ resource: limitingResource(replicas, within, workload), users })
  }
  const { ttftLimitMs } = workload
  if (ttftLimitMs !== undefined && bounds.length > 0 && bounds.every((bound) => bound !== null && bound.ttft.ms > ttftLimitMs))
    ends.push({ resource: 'ttft', users: 0 })
  return ends.toSorted((a, b) => a.users - b.users)
}

/** What the ITL bound consists of at the first user too many. */
function limitingResource(replicas: readonly Replica[], within: readonly (number | null)[], workload: Fleet['workload']): End['resource'] {
  const [first] = replicas
  return first?.bounds(workload, (within[0] ?? 0) + 1)?.itl.resource ?? 'memory-bandwidth'
}

/** Weights of 8 bits may use the faster 8-bit rates. llama.cpp multiplies quantized weights in int8. */
const peakRate =
  (engine: string, weights: WeightType): PeakOf =>
  ({ teraflops }) => {
    if (!teraflops) return null
    const { f16, fp8 = f16, int8 = f16 } = teraflops
    const rate = engine === 'llama.cpp' || weights === 'file' ? Math.max(f16, int8) : weights === 'fp8' ? fp8 : f16
    return rate * 1e12
  }
