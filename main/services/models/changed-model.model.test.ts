import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { dataFolder } from '../../store/testing/test-store'
import { forkEngine } from '../../supervisor/fork-engine'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp, pocketPath } from '../testing/test-app'

const entry = join(import.meta.dirname, '../../../out/engine/index.mjs')
let app: App
let path: string

beforeEach(async () => {
  const folder = dataFolder()
  app = openTestApp(folder, forkEngine(entry))
  path = join(folder, 'copy.gguf')
  copyFileSync(pocketPath, path)
  const { id } = await app.library.open(path)
  app.store.modelSettings.write(id, { ...defaultKvSettings, threads: 1 }, { ...defaultSampling, temperature: 0, maxTokens: 8 })
  await app.models.load(id)
  expect(app.state.value.model.status).toBe('ready')
})
afterEach(() => app.close())

async function ask(text: string) {
  const { answer } = await app.turns.send({ conversationId: null, text, sentAtMs: Date.now() })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  return app.store.messages.get(answer.id)
}

it('answers stay the same after the model’s file is deleted or replaced', async () => {
  const { text } = await ask('What is the KV cache?')
  const bytes = readFileSync(path)
  rmSync(path)
  expect(await ask('What is the KV cache?')).toMatchObject({ state: 'complete', text })
  writeFileSync(`${path}.new`, bytes.fill(1, bytes.length - 1_000_000))
  renameSync(`${path}.new`, path)
  expect(await ask('What is the KV cache?')).toMatchObject({ state: 'complete', text })
})

// Windows refuses to shorten a file that is loaded, and macOS reports the change differently.
it.runIf(process.platform === 'linux')(
  'a shortened model file ends only the engine: the message is kept, and loading the model again reports the damage',
  async () => {
    truncateSync(path, 100_000)
    const { state, failure } = await ask('What is the KV cache?')
    expect(state).toBe('interrupted')
    expect(failure).toMatchObject({ code: 'engine-gone', facts: { reason: { kind: 'signal', signal: 'SIGBUS' } } })
    await app.models.reload(false)
    expect(app.state.value.model).toMatchObject({ status: 'failed', failure: { code: 'gguf-truncated' } })
  },
)
