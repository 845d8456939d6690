import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface ListedProcess {
  readonly pid: number
  readonly command: string
}

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

/** Returns false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      process.platform === 'win32' ||
      !execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`])
        .toString()
        .startsWith('Z')
    )
  } catch {
    return false
  }
}

/** Finds processes by an environment variable (`NAME=value`), because Wine's processes all have the same parent. */
export function processesWith(variable: string): ListedProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const words = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8').split('\0')
      if (!/^\d+$/.test(name) || !words('environ').includes(variable)) return []
      return [{ pid: Number(name), command: words('cmdline').join(' ') }]
    } catch {
      return []
    }
  })
}
