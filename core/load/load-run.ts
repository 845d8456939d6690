import type { ServerKind } from '../remote/server-facts'
import type { Arrivals } from './arrivals'
import type { LoadLimits } from './figures'
import type { LoopDelay } from './overhead'
import type { RunRecords } from './record'
import type { Calibration } from './workload/calibration'

export interface LoadServer {
  /** Without a key. */
  readonly url: string
  readonly kind: ServerKind
  readonly version: string | null
  readonly model: string
}

/** One measurement of one server under one load. */
export interface LoadRun {
  readonly server: LoadServer
  readonly arrivals: Arrivals
  /** From 1. */
  readonly round: number
  readonly startedAt: number
  readonly limits: LoadLimits
  readonly lengthsBy: Calibration['by']
  readonly shared: number
  readonly loopDelay: LoopDelay
  readonly records: RunRecords
}

export const sameArrivals = (left: Arrivals, right: Arrivals): boolean => JSON.stringify(left) === JSON.stringify(right)
