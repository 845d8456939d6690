import { readdirSync, readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage, TurnMetrics } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const pocket = 'pocket/pocket-f16.gguf'
const memories = [
  pocket,
  ...['gemma3', 'mamba2', 'falcon-h1', 'lfm2-swa', 'deepseek2-mla', 'deepseek32-dsa', 'deepseek4'].map((name) => `fixtures/${name}.gguf`),
]
const mebibyte = 2 ** 20
const engine = new LlamaEngine()
const keeper = engine.prefixKeeper
beforeAll(() => engine.start('cpu'))
afterAll(() => engine.unload())

async function load(file: string, copyBytes: number, sequences = 1): Promise<void> {
  await keeper.limitCopies(copyBytes)
  await engine.loadModel(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 0, undefined, () => {})
  // With these settings, the rounding is so small that the tokens stay the same.
  const exact = { flashAttention: 'off', keyType: 'f32', valueType: 'f32' } as const
  const settings = { ...defaultKvSettings, ...exact, threads: 1, sequences, batchTokens: 128 }
  await engine.createContext({ settings, contextTokens: 1024, predictedBytes: null })
}

const user = (text: string): PromptMessage => ({ role: 'user', text })
const system: PromptMessage = { role: 'system', text: 'Answer in plain words, be brief and be kind. '.repeat(14) }
const other = [user(`Something else. ${'Nobody else has this text. '.repeat(12)}`)]

async function ask(conversationId: string, messages: readonly PromptMessage[], isPrivate = false) {
  const log = new TurnLog(`turn of ${conversationId}`, conversationId)
  const sampling = { ...defaultSampling, temperature: 0, maxTokens: 8, ignoreEndOfText: true }
  const request = { conversationId, messages: [...messages], sampling, sentAtMs: Date.now(), isPrivate }
  await engine.answer(request, [{ log, signal: new AbortController().signal }])
  const { metrics, text } = log.readFrom(turnStart).update
  if (!metrics) throw new Error('Expected a finished turn')
  return { metrics: metrics as TurnMetrics, text }
}

const inMemory = async () => (await engine.prefixes([])).prefixes.filter(({ tier }) => tier === 'memory')
const memoryUse = async () => (await engine.prefixes([])).tiers.find(({ tier }) => tier === 'memory')

describe('a conversation that lost its sequence', () => {
  it.each(memories)('with %s gets its cells back from memory, and answers as if it had kept them', async (file) => {
    await load(file, 0, 2)
    const first = [system, user('What is the KV cache?')]
    const { text } = await ask('kept', first)
    const next: PromptMessage[] = [...first, { role: 'assistant', text }, user('And what is a token?')]
    const expected = await ask('kept', next)

    await load(file, 64 * mebibyte)
    const { metrics: before } = await ask('mine', first)
    const { metrics: displacing } = await ask('other', other)
    expect(displacing.reuse?.evicted).toMatchObject([{ conversationId: 'mine', tokens: before.usedCells, isCopied: true }])
    const [copy] = await inMemory()
    expect(copy).toMatchObject({ conversationId: 'mine', tokens: before.usedCells })
    expect(await memoryUse()).toMatchObject({ usedBytes: copy?.bytes, budgetBytes: 64 * mebibyte, privateBytes: 0 })
    const again = await ask('mine', next)
    expect(again.metrics.reuse).toMatchObject({ cause: expected.metrics.reuse?.cause, source: { way: 'memory', conversationId: 'mine' } })
    // A copy has only the last cells of a window, so it goes back to the checkpoint at the end of the prompt.
    const isAtCheckpoint = file.includes('gemma3')
    if (isAtCheckpoint) expect(again.metrics.reusedTokens).toBeGreaterThan(600)
    else expect(again.metrics.reusedTokens).toBe(expected.metrics.reusedTokens)
    expect(again.metrics.reuse?.source?.tokens).toBe(again.metrics.reusedTokens)
    expect(again.text).toBe(expected.text)
  })
  it('is previewed with what its copy has', async () => {
    await load(pocket, 64 * mebibyte)
    const first = [system, user('What is the KV cache?')]
    const { text, metrics } = await ask('mine', first)
    await ask('other', other)
    const messages: PromptMessage[] = [...first, { role: 'assistant', text }, user('And why?')]
    const preview = await engine.previewReuse({
      conversationId: 'mine',
      messages,
      settings: { thinking: 'auto', reasoningEffort: null, keepReasoning: null },
    })
    expect(preview.keptTokens).toBeGreaterThanOrEqual(metrics.usedCells - 2)
    expect(preview.fromDisk).toBeUndefined()
  })
})

it('a new conversation restores what it shares with a copy of another one', async () => {
  await load(pocket, 64 * mebibyte)
  await ask('one', [system, user('a')])
  await ask('other', other)
  const { metrics } = await ask('two', [system, user('Why?')])
  expect(metrics.reuse).toMatchObject({
    cause: 'first-turn',
    source: { way: 'memory', conversationId: 'one', tokens: metrics.reusedTokens },
  })
  expect(metrics.reusedTokens).toBeGreaterThan(100)
  expect((await inMemory()).find(({ conversationId }) => conversationId === 'one')).toMatchObject({ hits: 1 })
})
it('a private conversation has no copy, and a forgotten one loses its copy', async () => {
  await load(pocket, 64 * mebibyte)
  await ask('secret', [system, user('a')], true)
  await ask('open', other)
  expect(await inMemory()).toEqual([])
  await ask('last', [user('A short text that takes the sequence.')])
  expect((await inMemory()).map(({ conversationId }) => conversationId)).toEqual(['open'])
  await engine.forget('open')
  expect(await inMemory()).toEqual([])
  expect(await memoryUse()).toMatchObject({ usedBytes: 0 })
})
it('a conversation that is forgotten while another one takes its sequence leaves no copy', async () => {
  await load(pocket, 64 * mebibyte)
  await ask('gone', [system, user('a')])
  const taking = ask('other', other)
  await Promise.all([taking, engine.forget('gone')])
  expect(await inMemory()).toEqual([])
})
it('copies never exceed the budget, and a smaller budget frees them at once', async () => {
  await load(pocket, 64 * mebibyte)
  await ask('a', [user(`a ${'has its own text. '.repeat(20)}`)])
  await ask('b', [user(`b ${'has its own text. '.repeat(20)}`)])
  const [{ bytes } = { bytes: 0 }] = await inMemory()
  // Space for two and a half copies, of which one is written with reserve.
  const budget = Math.floor(bytes * 2.5)
  await keeper.limitCopies(budget)
  for (const id of ['c', 'd', 'e', 'f']) {
    await ask(id, [user(`${id} ${'has its own text. '.repeat(20)}`)])
    expect((await memoryUse())?.usedBytes).toBeLessThanOrEqual(budget)
  }
  expect((await inMemory()).length).toBeGreaterThan(0)
  const first = (await engine.prefixes([])).next.find(({ prefixId }) => prefixId.startsWith('memory:'))
  await keeper.limitCopies(bytes)
  const left = await inMemory()
  expect(left.length).toBeLessThanOrEqual(1)
  expect(left.map(({ id }) => id)).not.toContain(first?.prefixId)
  await keeper.limitCopies(bytes - 1)
  expect(await inMemory()).toEqual([])
  const { metrics } = await ask('g', other)
  expect(metrics.reuse?.evicted?.[0]?.isCopied).toBeUndefined()
})
it('a copy is brought into cells, and removed, on request', async () => {
  await load(pocket, 64 * mebibyte)
  const { metrics } = await ask('mine', [system, user('a')])
  await ask('other', other)
  const [copy] = await inMemory()
  const prefixId = copy?.id ?? ''
  expect(await keeper.warmPrefix(prefixId)).toMatchObject({ tokens: metrics.usedCells })
  expect(engine.sequences()).toMatchObject([{ conversationId: 'mine', tokens: metrics.usedCells }])
  expect((await inMemory()).map(({ conversationId }) => conversationId).sort()).toEqual(['mine', 'other'])
  await keeper.removePrefix(prefixId)
  expect((await inMemory()).map(({ conversationId }) => conversationId)).toEqual(['other'])
  expect(engine.sequences()).toMatchObject([{ conversationId: 'mine' }])
  for (const change of [keeper.warmPrefix, keeper.removePrefix])
    await expect(change(prefixId)).rejects.toMatchObject({ failure: { code: 'prefix-not-found' } })
})

it.skipIf(process.platform !== 'linux')('copies leave no open files once the model is unloaded', async () => {
  const openStates = () =>
    readdirSync('/proc/self/fd')
      .map(linkOf)
      .filter((file) => file.includes('headroom-cells-')).length
  await load(pocket, 64 * mebibyte)
  for (const id of ['a', 'b', 'c']) await ask(id, [user(`${id} ${'has its own text. '.repeat(20)}`)])
  expect(await inMemory()).toHaveLength(2)
  expect(openStates()).toBe(2)
  await engine.unload()
  expect(openStates()).toBe(0)
})

/** The descriptor that lists the folder is gone by then. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}
