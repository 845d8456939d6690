import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { fingerprint } from '../../core/prefix/testing/sample-fingerprint'
import { SavedPrefixes } from './saved-prefixes'
import { sealSession } from './session-file'
import { SessionFolder } from './session-folder'

const key = Buffer.alloc(32)
const tokenBytes = 100
let path: string
let folder: SessionFolder
let pinned: Set<string>
let prefixes: SavedPrefixes
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'headroom-saved-')), 'sessions')
  mkdirSync(path)
  folder = new SessionFolder(path)
  pinned = new Set()
  prefixes = new SavedPrefixes(folder, (id) => pinned.has(id))
})
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }))

/** Ids of conversations are hexadecimal. */
const idOf = (name: string): string => Buffer.from(name).toString('hex')
const nameOf = (id: string): string => Buffer.from(id, 'hex').toString()
const nameIn = (prefixId = ''): string => nameOf(prefixId.replace('disk:', '').split('.')[0] ?? '')

interface Saving {
  readonly modelHash?: string
  readonly msPerToken?: number
  readonly canCutAnywhere?: boolean
}
/** `age` is in seconds. */
async function save(name: string, tokens: readonly number[], age: number, saving: Saving = {}): Promise<string> {
  const { modelHash = 'a', msPerToken = 10, canCutAnywhere = true } = saving
  const owner = { conversationId: idOf(name), fingerprint: { ...fingerprint, modelHash } }
  const file = folder.pathOf(owner)
  const header = new Uint32Array([0x67677371, 3, tokens.length, ...tokens])
  writeFileSync(file, Buffer.concat([Buffer.from(header.buffer), Buffer.alloc(tokens.length * tokenBytes)]))
  await sealSession(file, key, owner, { checkpoints: [], canCutAnywhere, messages: [], processing: [{ depth: 0, msPerToken }] })
  const usedAt = new Date(Date.now() - age * 1000)
  utimesSync(file, usedAt, usedAt)
  return file
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)
const bytesNow = () => folder.usage().bytes

async function evictedFor(name: string, neededBytes: number, budgetBytes: number): Promise<readonly (readonly [string, string])[]> {
  const evicted: (readonly [string, string])[] = []
  const room = await prefixes.admit(name, neededBytes, budgetBytes, ({ holding, reason }) => evicted.push([nameOf(holding.owner), reason]))
  expect(bytesNow() + neededBytes).toBeLessThanOrEqual(budgetBytes)
  prefixes.release(room)
  return evicted
}
const failureOfAdmission = async (neededBytes: number, budgetBytes: number): Promise<unknown> =>
  failureOf(await prefixes.admit('new.session', neededBytes, budgetBytes, () => {}).catch((error: unknown) => error))

it('removes first what another saved cache contains, although it was used last', async () => {
  await save('whole', range(0, 200), 3000)
  await save('part', range(0, 150), 1)
  expect((await prefixes.next()).map(({ prefixId, reason }) => [nameIn(prefixId), reason])).toEqual([
    ['part', 'held-elsewhere'],
    ['whole', 'least-worth'],
  ])
  expect(await evictedFor('new.session', 1000, bytesNow() + 500)).toEqual([['part', 'held-elsewhere']])
})
it('keeps the beginning of a cache that can only be used as a whole', async () => {
  const whole = { canCutAnywhere: false }
  await save('whole', range(0, 200), 3000, whole)
  const part = await save('part', range(0, 150), 1, whole)
  expect((await prefixes.next()).map(({ prefixId, reason, onlyTokens }) => [nameIn(prefixId), reason, onlyTokens])).toEqual([
    ['whole', 'least-worth', 50],
    ['part', 'least-worth', 150],
  ])
  await evictedFor('new.session', 1000, bytesNow() + 500)
  expect(existsSync(part)).toBe(true)
})
it('keeps what takes longest to process again, whatever its model', async () => {
  await save('slow', range(0, 200), 60, { modelHash: 'b', msPerToken: 100 })
  const quick = await save('quick', range(500, 700), 1, { msPerToken: 0.1 })
  expect(await evictedFor('new.session', 1000, bytesNow() + 500)).toEqual([['quick', 'least-worth']])
  expect(existsSync(quick)).toBe(false)
})
it('a use after a long time counts, even if another program notes it', async () => {
  const old = await save('old', range(0, 200), 6000)
  await save('newer', range(500, 700), 3000)
  expect(nameIn((await prefixes.next())[0]?.prefixId)).toBe('old')
  folder.used(old)
  expect(nameIn((await prefixes.next())[0]?.prefixId)).toBe('newer')
})
it('removes damaged files before any other', async () => {
  const kept = await save('kept', range(0, 200), 60)
  const damaged = join(path, 'd.1.session-damaged')
  writeFileSync(damaged, Buffer.alloc(5000))
  expect(await evictedFor('new.session', 1000, bytesNow() + 500)).toEqual([])
  expect([existsSync(kept), existsSync(damaged)]).toEqual([true, false])
})
it('keeps the older file of the same conversation while a new one is written, if there is room for both', async () => {
  const older = await save('mine', range(0, 100), 60)
  expect(await evictedFor(basename(older), 1000, bytesNow() + 1000)).toEqual([])
  expect(await evictedFor(basename(older), 1000, bytesNow() + 999)).toEqual([['mine', 'replaced']])
})
it('refuses what is larger than the budget, and what pinned caches leave no room for, before it removes anything', async () => {
  pinned.add(idOf('pinned'))
  const file = await save('pinned', range(0, 100), 6000)
  const other = await save('other', range(500, 600), 1)
  const { size } = statSync(file)
  expect(await failureOfAdmission(size + 1, size)).toMatchObject({ code: 'session-over-budget' })
  expect(await failureOfAdmission(1000, size + 999)).toEqual({
    code: 'session-pins-fill-budget',
    facts: { neededBytes: 1000, pinnedBytes: size, budgetBytes: size + 999 },
  })
  expect([file, other].map(existsSync)).toEqual([true, true])
  expect((await prefixes.next()).map(({ prefixId }) => nameIn(prefixId))).toEqual(['other'])
})
it('counts space that is reserved and not used yet', async () => {
  await save('a', range(0, 100), 60)
  const budget = bytesNow() + 1000
  const first = await prefixes.admit('one.session', 1000, budget, () => {})
  const evicted: string[] = []
  await prefixes.admit('two.session', 500, budget, ({ holding }) => evicted.push(nameOf(holding.owner)))
  expect(evicted).toEqual(['a'])
  prefixes.release(first)
})
