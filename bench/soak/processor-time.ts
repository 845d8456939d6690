/** Processor time of a process since its start, as Linux counts it in steps of 10 ms. Source: proc_pid_stat(5), utime and stime. */
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** 0 where there is no such process, or no /proc. */
export function processorSecondsOf(pid: number): number {
  try {
    // The name stands in parentheses and may hold anything: what is counted begins behind the last of them.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
