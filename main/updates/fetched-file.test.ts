import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { assertUnchanged, fetchedOneOf } from './fetched-file'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-fetched-'))
  path = join(folder, 'fetched.AppImage')
  writeFileSync(path, 'the new one')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sha512 = createHash('sha512').update('the new one').digest('base64')
const version = '0.2.0'
const failureOfDoing = (work: Promise<unknown>) => work.then(() => undefined, failureOf)
const changed = { code: 'update-damaged', facts: { version, reason: 'changed' } }

describe('the downloaded file of an update', () => {
  it('is identified by its checksum', async () => {
    expect(await fetchedOneOf([{ sha512: 'another' }, { sha512 }], version, path)).toEqual({ version, path, sha512 })
  })
  it('is deleted if it is not one of the signed files', async () => {
    expect(await failureOfDoing(fetchedOneOf([{ sha512: 'another' }], version, path))).toEqual(changed)
    expect(existsSync(path)).toBe(false)
  })
  it('is verified again before it runs, and is deleted if it has changed', async () => {
    await assertUnchanged({ version, path, sha512 })
    writeFileSync(path, 'the evil one')
    expect(await failureOfDoing(assertUnchanged({ version, path, sha512 }))).toEqual(changed)
    expect(existsSync(path)).toBe(false)
  })
  it('is deleted together with its copy if the copy has changed', async () => {
    const copy = join(folder, 'copy.AppImage')
    copyFileSync(path, copy)
    await assertUnchanged({ version, path, sha512 }, copy)
    expect(readFileSync(path, 'utf8')).toBe('the new one')
    writeFileSync(copy, 'the evil one')
    expect(await failureOfDoing(assertUnchanged({ version, path, sha512 }, copy))).toEqual(changed)
    expect([path, copy].filter(existsSync)).toEqual([])
  })
  it('fails with the system’s error if it is missing', async () => {
    rmSync(path)
    await expect(assertUnchanged({ version, path, sha512 })).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
