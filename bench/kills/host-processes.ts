/** Finds a host's processes, even after the host's death, by the data folder in their environment. Linux only. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ListedProcess, processesWith } from '../../e2e/processes'
import { cliEntry, resources } from '../paths'

export const processKinds = ['host', 'engine', 'Lab', 'trial', 'bandwidth', 'template', 'documents', 'other'] as const
export type ProcessKind = (typeof processKinds)[number]
export interface HostProcess extends ListedProcess {
  readonly kind: ProcessKind
}

const entries: readonly (readonly [ProcessKind, string])[] = [
  ['host', cliEntry],
  ['engine', resources.engineEntry],
  ['Lab', resources.labEntry],
  ['trial', resources.trialEntry],
  ['bandwidth', resources.bandwidthEntry],
  ['template', resources.templateEntry],
  ['documents', resources.documentEntry],
]

/** Omits zombies, because they have no environment. */
export const processesOn = (folder: string): HostProcess[] =>
  processesWith(`HEADROOM_DATA=${folder}`).map((found) => ({
    ...found,
    kind: entries.find(([, entry]) => found.command.includes(entry))?.[0] ?? 'other',
  }))

const longestMs = 5000
const lookEveryMs = 25

export interface Outlived {
  readonly ms: number
  /** Processes that were still running after 5 s. */
  readonly left: readonly HostProcess[]
}

/** `killedAt` is in monotonic time. */
export async function outlived(folder: string, killedAt: number, isOne: (found: HostProcess) => boolean): Promise<Outlived> {
  for (;;) {
    const left = processesOn(folder).filter(isOne)
    const ms = performance.now() - killedAt
    if (left.length === 0) return { ms, left }
    if (ms > longestMs) {
      for (const { pid } of left) process.kill(pid, 'SIGKILL')
      return { ms, left }
    }
    await sleep(lookEveryMs)
  }
}
