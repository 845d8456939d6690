/** A headless host of a benchmark's own: the built one, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { cliEntry } from './places'

export interface HeadlessHost {
  readonly child: ChildProcess
  /** The link that it prints, with the token. */
  readonly url: URL
  /** Resolves when the process has ended. */
  readonly gone: Promise<unknown>
  /** What it wrote to stderr lately. */
  lastWords(): string
}

/** Longest start, also on a machine that is busy with other things. */
const startMs = 120_000

/**
 * Its processes have `HEADROOM_DATA=folder` in their environment. Ctrl+C in the terminal does not reach it, but it ends when this process is
 * gone. Rejects with what it said where it does not start.
 */
export async function startHeadlessHost(folder: string): Promise<HeadlessHost> {
  const child = spawn(process.execPath, [cliEntry, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    env: { ...process.env, HEADROOM_DATA: folder },
  })
  const gone = once(child, 'exit')
  let words = ''
  child.stderr?.on('data', (chunk) => {
    words = (words + String(chunk)).slice(-4000)
  })
  const late = setTimeout(() => child.kill('SIGKILL'), startMs)
  let printed = ''
  while (!/http:\S+\n/.test(printed)) {
    const [chunk] = await Promise.race([
      once(child.stdout as Readable, 'data'),
      gone.then(() => Promise.reject(new Error(`The host did not start: ${words}`))),
    ])
    printed += String(chunk)
  }
  clearTimeout(late)
  return { child, url: new URL(/http:\S+/.exec(printed)?.[0] ?? ''), gone, lastWords: () => words }
}

/** The address of one of its two sockets. */
export const socketAddress = (url: URL, path: '/host' | '/engine'): string =>
  `ws://${url.host}${path}?token=${/token=([\w-]+)/.exec(url.href)?.[1]}`
