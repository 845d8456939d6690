import type { Workload } from '../schema/fleet-file'
import type { Assumptions, Capacity, DeviceGroup, FleetRefusal, ReplicaBounds } from './fleet-plan'

export interface UserTokens {
  readonly contextTokens: number
  readonly promptTokens: number
  readonly sharedTokens: number
}

/** Equal replicas, which answer for any number of users. */
export interface Replica {
  readonly count: number
  readonly fits: (tokens: UserTokens) => boolean
  readonly devices: (tokens: UserTokens, users: number) => readonly DeviceGroup[]
  readonly capacity: (tokens: UserTokens, users: number) => Capacity
  readonly assumptions: (tokens: UserTokens) => Assumptions | null
  /** In llama.cpp, at most `sequenceLimit`. */
  readonly usersInMemory: (tokens: UserTokens) => number
  readonly sequenceLimit: number
  readonly bounds: (workload: Workload, users: number) => ReplicaBounds | null
}

export interface PlannedReplicas {
  readonly refused: FleetRefusal | null
  readonly replicas: readonly Replica[]
  readonly idleDevices: number
}
