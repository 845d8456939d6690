/**
 * The new AppImage is copied into the same folder, hashed, tried and renamed over the old one, which is kept as NAME.previous. The copy has
 * a random name, so that no other program can place a link there.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, copyFile, link, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { InstallTrouble, StartTrouble } from '../../core/contract/errors/app-reasons'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import { isDiskFull } from '../files/disk-space'
import { assertUnchanged, type FetchedFile } from './fetched-file'
import { selfCheckProof, selfCheckSwitch } from './self-check-protocol'

const patienceMs = 120_000
const keptWords = 300

/**
 * A failure leaves `current`, the running AppImage, unchanged. Throws `update-damaged`, `update-does-not-start`, `update-install-failed`.
 */
export async function installAppImage(fetched: FetchedFile, current: string, waitMs = patienceMs): Promise<void> {
  const { version, path } = fetched
  const arriving = join(dirname(current), `.${basename(current)}.${randomBytes(8).toString('hex')}.arriving`)
  const previous = `${current}.previous`
  try {
    await access(dirname(current), constants.W_OK)
    await removeLeftovers(current)
    await copyFile(path, arriving, constants.COPYFILE_EXCL)
    const handle = await open(arriving, 'r+')
    await handle.chmod(0o755)
    await handle.sync()
    await handle.close()
    await assertUnchanged(fetched, arriving)
    await assertRuns(version, arriving, waitMs)
    await rm(previous, { force: true })
    await link(current, previous).catch(() => copyFile(current, previous, constants.COPYFILE_EXCL))
    await rename(arriving, current)
  } catch (error) {
    await rm(arriving, { force: true })
    if (failureOf(error)) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw coded('update-install-failed', { version, reason: isDiskFull(error) ? { kind: 'disk-full' } : reasonOf(code) })
  }
}

async function removeLeftovers(current: string): Promise<void> {
  const folder = dirname(current)
  const start = `.${basename(current)}.`
  const isLeftover = (name: string) => name.startsWith(start) && /^[0-9a-f]{16}\.arriving$/.test(name.slice(start.length))
  for (const name of (await readdir(folder)).filter(isLeftover)) await rm(join(folder, name), { force: true })
}

function reasonOf(code: string): InstallTrouble {
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { kind: 'folder-not-writable' }
  return { kind: 'system', quoted: code }
}

async function assertRuns(version: string, file: string, waitMs: number): Promise<void> {
  const reason = await whyItDoesNotRun(file, version, waitMs).catch(
    (error: Error): StartTrouble => ({ kind: 'system', quoted: error.message }),
  )
  if (reason) throw coded('update-does-not-start', { version, reason })
}

async function whyItDoesNotRun(file: string, version: string, waitMs: number): Promise<StartTrouble | undefined> {
  const { APPIMAGE, APPDIR, ARGV0, OWD, ...env } = process.env
  const child = spawn(file, [selfCheckSwitch, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let answer = ''
  child.stdout.on('data', (chunk) => {
    answer = `${answer}${chunk}`.slice(-keptWords)
  })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-keptWords)
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // The group contains the AppImage runtime, the app and the app's processes.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, waitMs)
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (isLate) return { kind: 'not-ready', seconds: waitMs / 1000 }
    if (code === 0) return answer.includes(selfCheckProof(version)) ? undefined : { kind: 'other-version' }
    const quoted = words.trim().split('\n').at(-1) || null
    return signal === null ? { kind: 'code', code, quoted } : { kind: 'signal', signal, quoted }
  } finally {
    clearTimeout(timer)
  }
}
