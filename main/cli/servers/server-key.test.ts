import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type KeySource, serverKey } from './server-key'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const wanted: KeySource = { keyFile: null, keyVariable: 'HEADROOM_SERVER_KEY' }
const file = (text: string): string => {
  const path = join(folder, 'key')
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

it('a key comes from its file, or else from its variable', async () => {
  const environment = { HEADROOM_SERVER_KEY: ' first ', HEADROOM_AGAINST_KEY: 'second' }
  expect(await serverKey({ ...wanted, keyFile: file('secret\n') }, environment)).toBe('secret')
  expect(await serverKey(wanted, environment)).toBe('first')
  expect(await serverKey({ ...wanted, keyVariable: 'HEADROOM_AGAINST_KEY' }, environment)).toBe('second')
  expect(await serverKey(wanted, {})).toBeNull()
  expect(await serverKey(wanted, { HEADROOM_SERVER_KEY: ' ' })).toBeNull()
})
it.skipIf(process.platform === 'win32')('a key file that other users can read is an error', async () => {
  const keyFile = file('secret')
  chmodSync(keyFile, 0o640)
  await expect(serverKey({ ...wanted, keyFile })).rejects.toThrow('other users can read the key file')
})
it('a key file that is empty, missing or too large is an error', async () => {
  await expect(serverKey({ ...wanted, keyFile: file(' \n') })).rejects.toThrow('is empty')
  await expect(serverKey({ ...wanted, keyFile: join(folder, 'none') })).rejects.toMatchObject({ failure: { code: 'file-not-found' } })
  await expect(serverKey({ ...wanted, keyFile: file('x'.repeat(70_000)) })).rejects.toMatchObject({ failure: { code: 'file-too-large' } })
})
