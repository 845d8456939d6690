/** CPU time has steps of 10 ms. Source: proc_pid_stat(5), utime and stime. */
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns 0 if the process or /proc does not exist. */
export function processorSecondsOf(pid: number): number {
  try {
    // The name is in parentheses and may itself contain parentheses, so the fields start after the last `)`.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
