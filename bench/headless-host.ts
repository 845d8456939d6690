import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { cliEntry } from './paths'

export interface HeadlessHost {
  readonly child: ChildProcess
  readonly url: URL
  readonly gone: Promise<unknown>
  lastOutput(): string
}

const startMs = 120_000

/**
 * The host's processes have `HEADROOM_DATA=folder` in their environment. Except on Windows, Ctrl+C doesn't reach them. Rejects with the
 * host's output if the host doesn't start.
 */
export async function startHeadlessHost(folder: string): Promise<HeadlessHost> {
  const child = spawn(process.execPath, [cliEntry, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    env: { ...process.env, HEADROOM_DATA: folder },
  })
  const gone = once(child, 'exit')
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + String(chunk)).slice(-4000)
  })
  const late = setTimeout(() => child.kill('SIGKILL'), startMs)
  let printed = ''
  while (!/http:\S+\n/.test(printed)) {
    const [chunk] = await Promise.race([
      once(child.stdout as Readable, 'data'),
      gone.then(() => Promise.reject(new Error(`The host did not start: ${output}`))),
    ])
    printed += String(chunk)
  }
  clearTimeout(late)
  return { child, url: new URL(/http:\S+/.exec(printed)?.[0] ?? ''), gone, lastOutput: () => output }
}

export const socketAddress = (url: URL, path: '/host' | '/engine'): string =>
  `ws://${url.host}${path}?token=${/token=([\w-]+)/.exec(url.href)?.[1]}`
