/** The processes that another one started, as the system lists them. */
import { execFileSync } from 'node:child_process'

export interface ListedProcess {
  readonly pid: number
  /** Its whole command line. */
  readonly command: string
}

/** Those that run now and were started by `parent` itself. */
export function childrenOf(parent: number): ListedProcess[] {
  return (process.platform === 'win32' ? listOnWindows() : listWithPs()).flatMap((line) => {
    const [, parentPid, pid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parentPid) === parent ? [{ pid: Number(pid), command: command ?? '' }] : []
  })
}

const listWithPs = (): string[] => execFileSync('ps', ['-A', '-ww', '-o', 'ppid=,pid=,args=']).toString().split('\n')

function listOnWindows(): string[] {
  const script = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ParentProcessId) $($_.ProcessId) $($_.CommandLine)" }'
  return execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]).toString().split(/\r?\n/)
}
