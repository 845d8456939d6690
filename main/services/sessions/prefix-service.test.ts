import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CacheStore } from '../../../core/contract/cache/prefixes'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let folder: string
let app: App
const open = (): App =>
  openTestApp(folder, async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 10, memoryBytes: 2 ** 20 })),
  )
beforeEach(async () => {
  folder = dataFolder()
  app = open()
  await app.models.loadFirst()
})
afterEach(() => app.close())

async function ask(text: string, isPrivate = false): Promise<string> {
  const turn = await app.turns.send({ conversationId: null, text, sentAtMs: Date.now(), isPrivate })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  return turn.conversationId
}
const tiersOf = ({ prefixes }: CacheStore, conversationId: string) =>
  prefixes.filter((prefix) => prefix.conversationId === conversationId).map(({ tier }) => tier)
async function idOf(conversationId: string, tier: string): Promise<string> {
  const { prefixes } = await app.prefixes.read()
  return prefixes.find((prefix) => prefix.conversationId === conversationId && prefix.tier === tier)?.id ?? 'none'
}

it('lists cells, memory and disk, with the first words of each conversation, and what each tier holds', async () => {
  const first = await ask('Read the lease and list the deadlines.')
  const second = await ask('Why is the sky blue?')
  const store = await app.prefixes.read()
  expect(tiersOf(store, first)).toEqual(['memory', 'disk'])
  expect(tiersOf(store, second)).toEqual(['cells'])
  expect(new Set(store.prefixes.map(({ firstWords }) => firstWords))).toEqual(
    new Set(['Read the lease and list the deadlines.', 'Why is the sky blue?']),
  )
  expect(store.tiers.map(({ tier }) => tier)).toEqual(['cells', 'memory', 'disk'])
  expect(store.tiers.every(({ usedBytes, budgetBytes }) => usedBytes > 0 && usedBytes <= budgetBytes)).toBe(true)
  expect(store.next.map(({ reason }) => reason)).toEqual(['least-worth', 'least-worth', 'least-worth'])
  expect(store.nodes[0]?.prefixIds).toHaveLength(3)
})
it('hides private conversations, and counts their bytes', async () => {
  const id = await ask('My secret question', true)
  const store = await app.prefixes.read()
  expect(tiersOf(store, id)).toEqual([])
  expect(JSON.stringify(store)).not.toMatch(/secret/)
  expect(store.tiers[0]?.privateBytes).toBeGreaterThan(0)
})
it('saves what is pinned, and keeps the pin and the name after a restart', async () => {
  const id = await ask('Keep this.')
  await app.prefixes.rename(await idOf(id, 'cells'), '  Lease  ')
  await app.prefixes.pin(await idOf(id, 'cells'), true)
  app.close()
  app = open()
  await app.models.loadFirst()
  const kept = (await app.prefixes.read()).prefixes.find(({ tier }) => tier === 'disk')
  expect(kept).toMatchObject({ conversationId: id, name: 'Lease', isPinned: true, isUsable: true })
  expect((await app.prefixes.read()).next.some(({ prefixId }) => prefixId === kept?.id)).toBe(false)
  app.preferences.write({ sessionGibibytes: 0 })
  await expect(app.prefixes.save(await idOf(await ask('Another one.'), 'cells'))).rejects.toMatchObject({
    failure: { code: 'session-over-budget' },
  })
})
it('restores a saved prefix into cells before its conversation needs it', async () => {
  const id = await ask('Warm me.')
  await app.prefixes.save(await idOf(id, 'cells'))
  const other = await ask('Something else.')
  const { tokens } = await app.prefixes.warm(await idOf(id, 'disk'))
  const store = await app.prefixes.read()
  expect(store.prefixes.find(({ tier }) => tier === 'cells')).toMatchObject({ conversationId: id, tokens })
  expect(tiersOf(store, other)).toContain('disk')
})
it('removes one copy of a prefix, and keeps the conversation', async () => {
  const id = await ask('Remove my file.')
  await app.prefixes.save(await idOf(id, 'cells'))
  await app.prefixes.remove(await idOf(id, 'disk'))
  expect(tiersOf(await app.prefixes.read(), id)).toEqual(['cells'])
  await app.prefixes.remove(await idOf(id, 'cells'))
  expect(tiersOf(await app.prefixes.read(), id)).toEqual([])
  expect(app.store.conversations.get(id).title).not.toBe('')
  await expect(app.prefixes.remove('disk:none')).rejects.toMatchObject({ failure: { code: 'prefix-not-found' } })
})
it('sends a new state after an action, without waiting for the next update', async () => {
  const id = await ask('Name me.')
  const next = app.prefixes.reader(60_000, undefined)
  await next()
  const named = (async () => {
    for (;;) if ((await next())?.prefixes[0]?.name === 'Named') return true
  })()
  await app.prefixes.rename(await idOf(id, 'cells'), 'Named')
  expect(await named).toBe(true)
})
