import os from 'node:os'

interface Reading {
  readonly at: number
  /** Busy time of all cores together since boot, in ms. */
  readonly busyMs: number
  /** CPU time of this process since its start, in ms. */
  readonly ownMs: number
}

function read(): Reading {
  let busyMs = 0
  for (const { times } of os.cpus()) busyMs += times.user + times.nice + times.sys + times.irq
  const own = process.cpuUsage()
  return { at: performance.now(), busyMs, ownMs: (own.user + own.system) / 1000 }
}

export class OtherLoad {
  private last = read()

  /**
   * Returns how many cores other programs kept busy since the last call (0 to the number of cores).
   * The system counts in steps of 10 ms, so calls should be at least 100 ms apart.
   */
  sample(): number {
    const now = read()
    const elapsed = now.at - this.last.at
    const others = now.busyMs - this.last.busyMs - (now.ownMs - this.last.ownMs)
    this.last = now
    return elapsed > 0 ? Math.max(0, others / elapsed) : 0
  }
}
