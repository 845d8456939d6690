import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { installAppImage } from './install-appimage'

let folder: string
let current: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-install-'))
  mkdirSync(join(folder, 'apps'))
  current = join(folder, 'apps/Headroom.AppImage')
  file = join(folder, 'fetched.AppImage')
  writeFileSync(current, 'the old one')
})
afterEach(() => {
  vi.unstubAllEnvs()
  chmodSync(join(folder, 'apps'), 0o755)
  rmSync(folder, { recursive: true, force: true })
})

const works = 'echo "Headroom 0.2.0 works here."'
const program = (body: string) => writeFileSync(file, `#!/bin/sh\n[ "$1" = --self-check ] || exit 9\n${body}\n`)
const sha512Of = (path: string) => createHash('sha512').update(readFileSync(path)).digest('base64')
const failureOfInstalling = async (waitMs?: number, sha512 = sha512Of(file)) =>
  installAppImage({ version: '0.2.0', path: file, sha512 }, current, waitMs).then(
    () => undefined,
    (error: unknown) => failureOf(error),
  )
const otherFiles = () => readdirSync(join(folder, 'apps')).filter((name) => name !== 'Headroom.AppImage')

describe('a new AppImage', () => {
  beforeEach(({ skip }) => skip(process.platform !== 'linux', 'AppImages run only on Linux'))
  it('replaces the old AppImage if it works, and the old one stays next to it', async () => {
    program(works)
    expect(await failureOfInstalling()).toBeUndefined()
    expect(readFileSync(current, 'utf8')).toContain('--self-check')
    expect(statSync(current).mode & 0o777).toBe(0o755)
    expect(readFileSync(`${current}.previous`, 'utf8')).toBe('the old one')
    expect(otherFiles()).toEqual(['Headroom.AppImage.previous'])
  })
  it('is deleted without being run or installed if it is not the signed one', async () => {
    program(works)
    const sha512 = sha512Of(file)
    program(`touch ${join(folder, 'was-run')}; ${works}`)
    expect(await failureOfInstalling(undefined, sha512)).toEqual({ code: 'update-damaged', facts: { version: '0.2.0', reason: 'changed' } })
    expect(existsSync(join(folder, 'was-run'))).toBe(false)
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(current, 'utf8')).toBe('the old one')
    expect(otherFiles()).toEqual([])
  })
  it('is copied to an unpredictable name, and copies from interrupted installations are removed', async () => {
    program(works)
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'somebody else’s')
    symlinkSync(victim, join(folder, 'apps/.Headroom.AppImage.arriving'))
    writeFileSync(join(folder, 'apps/.Headroom.AppImage.0123456789abcdef.arriving'), 'half of one')
    expect(await failureOfInstalling()).toBeUndefined()
    expect(readFileSync(victim, 'utf8')).toBe('somebody else’s')
    expect(otherFiles()).toEqual(['.Headroom.AppImage.arriving', 'Headroom.AppImage.previous'])
  })
  it('is not installed if the downloaded file is missing', async () => {
    expect(await failureOfInstalling(undefined, 'any')).toMatchObject({ code: 'update-install-failed' })
  })
  it('does not get the path of the running AppImage in its environment', async () => {
    vi.stubEnv('APPIMAGE', current)
    program(`[ -z "$APPIMAGE" ] && ${works}`)
    expect(await failureOfInstalling()).toBeUndefined()
  })
  it.each([
    ['exits with an error', 'echo "engine: no such library" >&2; exit 3', { kind: 'code', code: 3, quoted: 'engine: no such library' }],
    ['is killed', 'kill -9 $$', { kind: 'signal', signal: 'SIGKILL', quoted: null }],
    ['is another version', 'echo "Headroom 0.1.9 works here."', { kind: 'other-version' }],
    ['hangs', 'sleep 60', { kind: 'not-ready', seconds: 0.3 }],
  ])('is not installed if it %s', async (_what, body, reason) => {
    program(body)
    expect(await failureOfInstalling(body.startsWith('sleep') ? 300 : undefined)).toEqual({
      code: 'update-does-not-start',
      facts: { version: '0.2.0', reason },
    })
    expect(readFileSync(current, 'utf8')).toBe('the old one')
    expect(otherFiles()).toEqual([])
  })
  it('is not installed if it is not a program', async () => {
    writeFileSync(file, Buffer.alloc(64))
    expect(await failureOfInstalling()).toMatchObject({ code: 'update-does-not-start' })
    expect(readFileSync(current, 'utf8')).toBe('the old one')
  })
  it('is not installed if the folder of the old AppImage is missing', async () => {
    program(works)
    rmSync(join(folder, 'apps'), { recursive: true })
    expect(await failureOfInstalling()).toEqual({
      code: 'update-install-failed',
      facts: { version: '0.2.0', reason: { kind: 'system', quoted: 'ENOENT' } },
    })
    mkdirSync(join(folder, 'apps'))
  })
  it('is not installed if the user has no permission to write to the folder of the old AppImage', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write anywhere')
    program(works)
    chmodSync(join(folder, 'apps'), 0o555)
    expect(await failureOfInstalling()).toMatchObject({ code: 'update-install-failed' })
    expect(readFileSync(current, 'utf8')).toBe('the old one')
  })
})
