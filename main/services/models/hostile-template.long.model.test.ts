import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { isRunning } from '../../../e2e/processes'
import { dataFolder } from '../../store/testing/test-store'
import { forkEngine } from '../../supervisor/fork-engine'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const modelPath = join(import.meta.dirname, '../../../native-models/fixtures/first-stage/pocket-f16.gguf')
const engineEntry = join(import.meta.dirname, '../../../out/engine/index.mjs')
const longestMs = 2000
const slackMs = 3000

let folder: string
let app: App
beforeEach(() => {
  folder = dataFolder()
  app = openTestApp(folder, forkEngine(engineEntry))
})
afterEach(() => app.close())

const templateKey = 'tokenizer.chat_template'

async function modelThatHangs(moreThan: number): Promise<string> {
  const loops = '{%for a in range(99999)%}{%for b in range(99999)%}{%endfor%}{%endfor%}'
  const template = `{%if messages|length>${moreThan}%}${loops}{%endif%}{%for m in messages%}{{m['role']+m['content']}}{%endfor%}`
  const bytes = readFileSync(modelPath)
  // After the key: the type in 4 bytes, the length in 8, and the text.
  const at = bytes.indexOf(templateKey) + templateKey.length + 4
  bytes.write(template.padEnd(Number(bytes.readBigUInt64LE(at)), ' '), at + 8)
  const path = join(folder, `hangs-${moreThan}.gguf`)
  writeFileSync(path, bytes)
  const { id } = await app.library.open(path)
  app.store.modelSettings.write(id, { ...defaultKvSettings, threads: 1, contextTokens: 512 }, { ...defaultSampling, maxTokens: 1 })
  return id
}
const state = () => app.state.value
const pid = () => app.supervisor.engine?.process.pid as number
async function untilSilent(): Promise<void> {
  for (let answered = true; answered; ) {
    const ping = app.supervisor.engine?.client.stopTurn({ turnId: '' }).then(() => true)
    answered = await Promise.race([ping, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1500))]).then(Boolean)
  }
}

async function expectGoneWithin(gone: number, limitMs: number): Promise<void> {
  await vi.waitFor(() => expect(isRunning(gone)).toBe(false), { timeout: limitMs })
}

it('the engine uses another template if the model’s template never ends, and the cause is logged', async () => {
  const id = await modelThatHangs(0)
  await app.models.load(id)
  const { model } = state()
  expect(model).toMatchObject({ status: 'ready', model: { chatTemplate: { source: 'fallback' } } })
  expect(app.state.events.list).toContainEqual(
    expect.objectContaining({
      code: 'model-loaded',
      facts: expect.objectContaining({ fallback: expect.objectContaining({ problem: { kind: 'timeout', seconds: 2 } }) }),
    }),
  )
})

it('an engine that hangs in a template ends 2 s after the user cancels the load, and the next load works', async () => {
  const id = await modelThatHangs(1)
  const loading = app.models.load(id)
  await eventually(() => expect(state().model).toMatchObject({ status: 'loading', step: 'weights' }))
  await untilSilent()
  const hanging = pid()
  app.models.cancelLoad()
  await expectGoneWithin(hanging, longestMs + slackMs)
  await loading
  expect(state().model.status).toBe('none')
  await app.models.load('pocket')
  expect(state().model.status).toBe('ready')
})

it('an engine that hangs in a template is replaced if the user restarts it, and otherwise ends by itself', async () => {
  const id = await modelThatHangs(12)
  await app.models.load(id)
  expect(state().model).toMatchObject({ status: 'ready', model: { chatTemplate: { source: 'model' } } })
  const hang = async () => {
    let conversationId: string | null = null
    for (let messages = 1; ; messages += 2) {
      const sent = await app.turns.send({ conversationId, text: 'hello', sentAtMs: Date.now() })
      conversationId = sent.conversationId
      if (messages > 12) return
      await eventually(() => expect(state().turns).toEqual([]))
    }
  }
  const first = hang().catch(failureOf)
  await untilSilent()
  const hanging = pid()
  const restarted = app.models.reload(false)
  await expectGoneWithin(hanging, longestMs + slackMs)
  await restarted
  await first
  expect(state()).toMatchObject({ model: { status: 'ready' }, turns: [] })

  const reason = { kind: 'template-timeout', seconds: 5 }
  await hang().catch(() => {})
  await eventually(() => expect(state().engine).toMatchObject({ status: 'gone', reason }))
  await eventually(() => expect(state().turns).toEqual([]))
  const [last] = app.store.conversations.list()
  expect(app.store.messages.path(app.store.conversations.leaf(last?.id as string) as string).at(-1)).toMatchObject({
    state: 'interrupted',
    failure: { code: 'engine-gone', facts: { reason } },
  })
})
