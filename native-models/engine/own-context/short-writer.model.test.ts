import { fileURLToPath } from 'node:url'
import { type LlamaContext, LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const engine = new LlamaEngine()
const settings = { ...defaultKvSettings, threads: 1 }
beforeAll(async () => {
  await engine.start('cpu')
  await engine.loadModel(fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url)), 0, undefined, () => {})
  await engine.createContext({ settings, contextTokens: 1024, predictedBytes: null })
})
afterAll(() => engine.unload())

const write = (text: string, signal?: AbortSignal) => engine.writeShort([{ role: 'user', text }], signal)
const answer = async (conversationId: string) => {
  const log = new TurnLog('t', conversationId)
  const sampling = { ...defaultSampling, temperature: 0, maxTokens: 16 }
  const messages = [{ role: 'user' as const, text: 'Tell me a story.' }]
  await engine.answer({ conversationId, messages, sampling, sentAtMs: Date.now() }, [{ log, signal: new AbortController().signal }])
  return log.readFrom(turnStart).update.text
}
const cells = () => engine.tokensAt(0, 0, 1024).map(({ id }) => id)

it('writes the same text as a turn with greedy decoding would, up to 24 tokens, and changes no cells', async () => {
  const story = await answer('c')
  const before = [cells(), engine.sequences()]
  const short = await write('Tell me a story.')
  expect(short.text.startsWith(story.trimStart().split('\n')[0] as string)).toBe(true)
  expect(short.end).toBe('too-long')
  expect(engine.countTokens(short.text)).toBeLessThanOrEqual(24)
  expect(await write('Tell me a story.')).toEqual(short)
  expect([cells(), engine.sequences()]).toEqual(before)
})

it('ends with the answer', async () => {
  const { text, end } = await write('What is 2 + 3?')
  expect([end, text]).toEqual(['ended', expect.stringContaining('5')])
})

it('is interrupted by a turn, which does not change', async () => {
  const alone = await answer('c')
  const [short, story] = await Promise.all([write('Tell me a story.'), answer('c')])
  expect(short).toEqual({ text: '', end: 'interrupted' })
  expect(story).toBe(alone)
})

it('refuses a prompt that does not fit', async () => {
  await expect(write('pear '.repeat(1100))).rejects.toMatchObject({ failure: { code: 'prompt-too-long' } })
})

it('frees its context when it has not been used for a while, and when the conversations get another one', async () => {
  await engine.createContext({ settings, contextTokens: 1024, predictedBytes: null })
  const created = vi.spyOn(LlamaModel.prototype, 'createContext')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const disposed = async () =>
    (await Promise.all(created.mock.results.map(({ value }) => value as Promise<LlamaContext>))).map((context) => context.disposed)
  await write('Hello')
  await write('Hello')
  expect(await disposed()).toEqual([false])
  timers.mock.calls.findLast(([, ms]) => ms === 60_000)?.[0]()
  await write('Hello')
  expect(await disposed()).toEqual([true, false])
  await engine.createContext({ settings, contextTokens: 1024, predictedBytes: null })
  expect(await disposed()).toEqual([true, true, false])
  created.mockRestore()
  timers.mockRestore()
})
