import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { SessionFingerprint } from '../../core/sessions/fingerprint'
import { SessionFolder } from './session-folder'

const fingerprint = { modelHash: 'a' } as SessionFingerprint
let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'headroom-sessions-')), 'sessions')
  mkdirSync(path)
})
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }))

function put(name: string, bytes: number, age: number): string {
  const file = join(path, name)
  writeFileSync(file, Buffer.alloc(bytes))
  const usedAt = new Date(Date.now() - age * 1000)
  utimesSync(file, usedAt, usedAt)
  return file
}

it('SessionFolder names a file by conversation and fingerprint, and refuses an id that would lead out of the folder', () => {
  const folder = new SessionFolder(path)
  const here = folder.pathOf({ conversationId: '7d4a1c9e-01', fingerprint })
  expect(here.startsWith(join(path, '7d4a1c9e-01.'))).toBe(true)
  expect(folder.pathOf({ conversationId: '7d4a1c9e-01', fingerprint: { ...fingerprint, modelHash: 'b' } })).not.toBe(here)
  for (const conversationId of ['../a', '..', '/etc/passwd', 'a/b', 'a\\b', '', 'a'.repeat(65)]) {
    let refusal: unknown
    try {
      folder.pathOf({ conversationId, fingerprint })
    } catch (error) {
      refusal = failureOf(error)
    }
    expect(refusal).toMatchObject({ code: 'session-refused', facts: { reason: { kind: 'outside-folder' } } })
  }
})

it('SessionFolder removes only the files of one conversation', () => {
  const folder = new SessionFolder(path)
  put('ab.1.session', 1, 0)
  put('ab.2.session-damaged', 1, 0)
  const other = put('abc.1.session', 1, 0)
  writeFileSync(join(path, 'something-else.txt'), 'not ours')
  folder.forget('ab')
  expect(readdirSync(path).sort()).toEqual(['abc.1.session', 'something-else.txt'])
  folder.removeAll()
  expect(existsSync(other)).toBe(false)
  expect(readdirSync(path)).toEqual(['something-else.txt'])
})

it('SessionFolder removes incomplete files that a crash left behind', () => {
  put('ab.1.session', 1, 0)
  put('ab.1.session-unsealed', 1, 0)
  expect(new SessionFolder(path).usage().sessions).toBe(1)
  expect(readdirSync(path)).toEqual(['ab.1.session'])
})

it('SessionFolder reports a store failure if a file has the folder’s name', () => {
  rmSync(path, { recursive: true })
  writeFileSync(path, '')
  expect(() => new SessionFolder(path)).toThrow(expect.objectContaining({ failure: expect.objectContaining({ code: 'store-failed' }) }))
})
