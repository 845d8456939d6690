import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export const root = join(import.meta.dirname, '../../..')
/** The test that imports it removes it. */
export const folder = mkdtempSync(join(tmpdir(), 'headroom-cli-'))

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}
export const start = (args: readonly string[]) =>
  spawn(process.execPath, [join(root, 'out/cli/index.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
export async function endOf(started: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Ended> {
  let out = ''
  let err = ''
  started.stdout.on('data', (chunk) => (out += String(chunk)))
  started.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = (await once(started, 'close')) as [number]
  return { code, out, err }
}
export const headroom = (...args: readonly string[]): Promise<Ended> => endOf(start(args))
export const written = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
export const story = () =>
  written('story.txt', 'Once upon a time there was a little dog who liked to run in the park with a red ball. '.repeat(30))
