import os from 'node:os'

interface Reading {
  readonly at: number
  readonly busyMs: number
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

  /** Returns the number of cores that other programs use. Call it at most every 100 ms, because the system counts in steps of 10 ms. */
  sample(): number {
    const now = read()
    const elapsed = now.at - this.last.at
    const others = now.busyMs - this.last.busyMs - (now.ownMs - this.last.ownMs)
    this.last = now
    return elapsed > 0 ? Math.max(0, others / elapsed) : 0
  }
}
