/** By the data folder in their environment, even after the host's death. Linux only. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ListedProcess, processesWith } from '../../e2e/processes'
import { cliEntry, resources } from '../paths'

export const processKinds = ['host', 'engine', 'Lab', 'trial', 'template', 'other'] as const
export type ProcessKind = (typeof processKinds)[number]
export interface HostProcess extends ListedProcess {
  readonly kind: ProcessKind
}

const entries: readonly (readonly [ProcessKind, string])[] = [
  ['host', cliEntry],
  ['engine', resources.engineEntry],
  ['Lab', resources.labEntry],
  ['trial', resources.trialEntry],
  ['template', resources.templateEntry],
]

/** Zombies have no environment. */
export const processesOn = (folder: string): HostProcess[] =>
  processesWith(`HEADROOM_DATA=${folder}`).map((found) => ({
    ...found,
    kind: entries.find(([, entry]) => found.command.includes(entry))?.[0] ?? 'other',
  }))

/** That a process may outlive its host. */
const longestMs = 5000
const lookEveryMs = 25

export interface Outlived {
  /** From the kill until the last process was gone or was ended here. */
  readonly ms: number
  /** After 5 s they are ended. */
  readonly left: readonly HostProcess[]
}

/** Waits until no such process of the folder runs. `killedAt`: monotonic clock. */
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
