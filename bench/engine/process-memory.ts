/** Source: proc_pid_status(5). */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessMemory {
  /** Includes the pages of mapped files, such as a model's weights. */
  readonly residentBytes: number
  readonly anonymousBytes: number
}

export function memoryOf(pid: number): ProcessMemory | undefined {
  const status = read(`/proc/${pid}/status`)
  if (status === undefined) return undefined
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024
  return { residentBytes: bytes('VmRSS'), anonymousBytes: bytes('RssAnon') }
}

export interface ProcessBelow {
  readonly pid: number
  readonly command: readonly string[]
}

export function processesBelow(pid: number): ProcessBelow[] {
  const children = threadsOf(pid).flatMap((thread) => (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean))
  return children
    .map(Number)
    .flatMap((child) => [
      { pid: child, command: (read(`/proc/${child}/cmdline`) ?? '').split('\0').flatMap((word) => word.split(' ')) },
      ...processesBelow(child),
    ])
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
