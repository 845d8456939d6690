import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { codeOf } from '../../store/testing/test-store'
import { storedSearch } from './stored-search'

const plan = {
  variants: [defaultKvSettings],
  speed: null,
  latency: null,
  quality: { text: { source: 'own' as const, name: 'a', text: 'a' }, chunkTokens: 64, maxChunks: null },
  passkey: null,
  answers: null,
  cacheless: null,
  gate: { maxNats: 1, maxRecallLoss: null, isSearch: true },
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-searches-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a data folder without a database has no stored search, and gets no file', () => {
  expect(storedSearch(join(folder, 'none'), 'pocket', plan, 'a')).toBeNull()
  expect(existsSync(join(folder, 'none'))).toBe(false)
})
it('refuses a damaged database with a code, and leaves it to the app to recover it', () => {
  const path = join(folder, 'headroom.sqlite')
  writeFileSync(path, 'not a database '.repeat(500))
  expect(codeOf(() => storedSearch(folder, 'pocket', plan, 'a'))).toBe('store-failed')
  expect(readFileSync(path, 'utf8')).toBe('not a database '.repeat(500))
})
