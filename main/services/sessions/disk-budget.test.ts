import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

/** Main's part of a file is reserved in full. */
const reservedBytes = 64 * 1024

let app: App
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

it('saved caches never take more than their budget, not even while one is written, however many conversations need space', async () => {
  const folder = dataFolder()
  const backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 5 })
  app = openTestApp(folder, async () => inProcessEngine(backend))
  await app.models.loadFirst()
  const sizes: number[] = []
  const measure = () => {
    const files = join(folder, 'sessions')
    sizes.push(readdirSync(files).reduce((sum, name) => sum + statSync(join(files, name)).size, 0))
  }
  const save = backend.saveSequence.bind(backend)
  vi.spyOn(backend, 'saveSequence').mockImplementation(async (...request) => {
    const saved = await save(...request)
    measure()
    return saved
  })
  const ask = async (text: string) => {
    await app.turns.send({ conversationId: null, text, sentAtMs: Date.now() })
    await eventually(() => expect(app.state.value.turns).toEqual([]))
  }
  const textOf = (at: number) => Array.from({ length: 20 + 7 * at }, (_, word) => `word${at}of${word}`).join(' ')
  await ask(textOf(20))
  await app.keepSessions()
  const { bytes } = app.sessions.usage
  const budgetBytes = reservedBytes + 4 * bytes
  vi.spyOn(app.preferences, 'values', 'get').mockReturnValue({
    ...app.preferences.values,
    sessionGibibytes: (budgetBytes / 2 ** 30) as never,
  })
  for (let at = 0; at < 24; at++) {
    await ask(textOf(at))
    measure()
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(budgetBytes)
  expect(Math.max(...sizes)).toBeGreaterThan(2 * bytes)
  expect(app.state.events.list.filter(({ code }) => code === 'session-evicted').length).toBeGreaterThan(0)
})
