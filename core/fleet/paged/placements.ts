/** Ranks fill the hosts in the file's order: replica by replica, stage by stage. Equal replicas are one placement. */

import type { HostGroup } from '../types/fleet'
import type { Piece, Placement } from '../types/fleet-plan'

export interface Grid {
  readonly tensorParallel: number
  readonly pipelineParallel: number
  readonly replicas: number
  /** How many ranks of each stage's expert-parallel group hold one expert more than the others; 0 if all hold the same number. */
  readonly heavyRanks: number
}

export const devicesOf = (hosts: readonly HostGroup[]): number =>
  hosts.reduce((sum, { count, devicesPerHost }) => sum + count * devicesPerHost, 0)

export function placements(hosts: readonly HostGroup[], grid: Grid): Placement[] {
  const { tensorParallel, pipelineParallel, replicas } = grid
  const perReplica = tensorParallel * pipelineParallel
  const runs = hosts.map((host) => ({ host, left: host.count * host.devicesPerHost }))
  const found: Placement[] = []
  let placed = 0
  let at = 0
  while (placed < replicas) {
    const run = runs[at]
    if (!run) break
    const whole = Math.min(replicas - placed, Math.floor(run.left / perReplica))
    if (whole > 0) {
      const stages = Array.from({ length: pipelineParallel }, () => [{ host: run.host, devices: tensorParallel }])
      found.push(...byHeavyRanks(stages, placed, whole, grid))
      run.left -= whole * perReplica
      placed += whole
    } else if (run.left === 0) at++
    else {
      const stages = acrossHosts(runs, at, grid)
      if (!stages) break
      found.push(...byHeavyRanks(stages, placed, 1, grid))
      placed++
      while (runs[at]?.left === 0) at++
    }
  }
  return found
}

function acrossHosts(
  runs: { readonly host: HostGroup; left: number }[],
  from: number,
  { tensorParallel, pipelineParallel }: Grid,
): Piece[][] | null {
  let at = from
  const stages: Piece[][] = []
  for (let stage = 0; stage < pipelineParallel; stage++) {
    const pieces: Piece[] = []
    let needed = tensorParallel
    while (needed > 0) {
      const run = runs[at]
      if (!run) return null
      const devices = Math.min(run.left, needed)
      if (devices > 0) pieces.push({ host: run.host, devices })
      run.left -= devices
      needed -= devices
      if (run.left === 0) at++
    }
    stages.push(pieces)
  }
  return stages
}

/** Replicas whose ranks all, partly or never hold one expert more. */
function byHeavyRanks(stages: Piece[][], first: number, count: number, { tensorParallel, heavyRanks }: Grid): Placement[] {
  const heavyAt = (replica: number): number => Math.min(tensorParallel, Math.max(0, heavyRanks - replica * tensorParallel))
  const full = Math.min(count, Math.max(0, Math.floor(heavyRanks / tensorParallel) - first))
  const mixed = full < count && heavyAt(first + full) > 0 ? 1 : 0
  return [
    { count: full, stages, heavyRanks: tensorParallel },
    { count: mixed, stages, heavyRanks: heavyAt(first + full) },
    { count: count - full - mixed, stages, heavyRanks: 0 },
  ].filter((placement) => placement.count > 0)
}
