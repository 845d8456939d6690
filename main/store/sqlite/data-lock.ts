import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { StoreTrouble } from '../../../core/contract/errors/file-reasons'
import { makeDataPrivate } from '../folder/make-private'
import { asFailure } from './database'
import { type FileLock, lockFile } from './file-lock'

type Holder = NonNullable<ErrorFacts<'data-folder-in-use'>['by']>

const hostNames: Readonly<Record<Holder['host'], string>> = {
  desktop: 'desktop app',
  web: 'in the browser',
  'command-line': 'command line',
}

/** Other processes can read `host` from `in-use-by.txt`. Throws `data-folder-in-use`, `disk-full`, `store-failed`, `vc-runtime-missing`. */
export function lockDataFolder(folder: string, host: Holder['host']): FileLock {
  const lock = tryLock(folder)
  if (!lock) throw coded('data-folder-in-use', { path: folder, by: holder(folder) })
  try {
    writeFileSync(join(folder, 'in-use-by.txt'), `${hostNames[host]}, process ${process.pid}`)
  } catch (error) {
    console.warn('[data]', error)
  }
  return lock
}

function tryLock(folder: string): FileLock | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    makeDataPrivate(folder)
    return lockFile(join(folder, 'in-use.lock'))
  } catch (error) {
    const failure = asFailure(error, folder)
    if (failureOf(failure)) throw failure
    throw coded('store-failed', { path: folder, reason: whyNotWritable(error) })
  }
}

function whyNotWritable(error: unknown): StoreTrouble {
  if (!(error instanceof Error)) return { kind: 'system', quoted: String(error) }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EROFS') return { kind: 'read-only' }
  if (code === 'ENOENT') return { kind: 'folder-not-created' }
  return code === 'EACCES' || code === 'EPERM' ? { kind: 'no-permission' } : { kind: 'system', quoted: message }
}

function holder(folder: string): Holder | null {
  try {
    const [, name, processId] = /^(.+), process (\d+)$/.exec(readFileSync(join(folder, 'in-use-by.txt'), 'utf8')) ?? []
    const host = (Object.keys(hostNames) as Holder['host'][]).find((key) => hostNames[key] === name)
    return processId === undefined ? null : { host: host ?? 'desktop', processId: Number(processId) }
  } catch {
    return null
  }
}
