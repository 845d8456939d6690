import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrefixRequest, PromptMessage, TurnMetrics } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { messageWith } from '../../../core/documents/document-frame'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const engine = new LlamaEngine()
beforeAll(() => engine.start('cpu'))
const folder = mkdtempSync(join(tmpdir(), 'headroom-prefix-'))
afterAll(async () => {
  await engine.unload()
  rmSync(folder, { recursive: true })
})

const pocket = 'pocket/pocket-f16.gguf'
const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))
async function load(file: string, copyBytes = 0, settings: Partial<KvSettings> = {}): Promise<void> {
  await engine.prefixKeeper.limitCopies(copyBytes)
  await engine.loadModel(pathOf(file), 0, undefined, () => {})
  // Copied cells can be in another order. These settings keep the rounding so small that the logits stay the same.
  const exact = { flashAttention: 'off', keyType: 'f32', valueType: 'f32' } as const
  await engine.createContext({
    settings: { ...defaultKvSettings, ...exact, threads: 1, sequences: 2, batchTokens: 128, ...settings },
    contextTokens: 2048,
    predictedBytes: null,
  })
}

const system: PromptMessage = { role: 'system', text: 'Answer in plain words.' }
const lease = { name: 'lease.txt', mediaType: 'text/plain', text: 'The rent is due on the first day of the month. '.repeat(24) }
const asking = (question: string): PromptMessage[] => [system, { role: 'user', ...messageWith([lease], question) }]
const sampling = { ...defaultSampling, temperature: 0, maxTokens: 8, ignoreEndOfText: true }
const prefix: PrefixRequest = { conversationId: 'lease', prompts: [asking('a'), asking('1')], sampling }
const process = (signal?: AbortSignal, request = prefix) => engine.prefixKeeper.processPrefix(request, signal)

interface Answered {
  readonly metrics: TurnMetrics
  readonly text: string
  readonly logprobs: readonly number[]
}
async function ask(conversationId: string, messages: readonly PromptMessage[], isPrivate = false): Promise<Answered> {
  const log = new TurnLog(`turn of ${conversationId}`, conversationId)
  const request = { conversationId, messages: [...messages], sampling, sentAtMs: Date.now(), isPrivate, topLogprobs: 5 }
  await engine.answer(request, [{ log, signal: new AbortController().signal }])
  const { metrics, text, logprobs = [] } = log.readFrom(turnStart).update
  if (!metrics) throw new Error('Expected a finished turn')
  return { metrics, text, logprobs: logprobs.flatMap(({ logprob, top }) => [logprob, ...top.map((one) => one.logprob)]) }
}
async function cold(messages: readonly PromptMessage[]): Promise<Answered> {
  const answered = await ask('cold', messages, true)
  await engine.forget('cold')
  expect(answered.metrics.reusedTokens).toBe(0)
  return answered
}
const held = async (owner: string) =>
  (await engine.prefixes([])).prefixes.filter(({ conversationId }) => conversationId === owner).map(({ tier, tokens }) => [tier, tokens])

describe('a document that was processed in the background', () => {
  it.each([pocket, 'fixtures/gemma3.gguf', 'fixtures/falcon-h1.gguf', 'fixtures/lfm2-swa.gguf'])(
    'with %s gives two conversations its tokens, and the logits of a cold run',
    async (file) => {
      await load(file)
      const questions = ['When is the rent due?', 'Who pays the rent?']
      const expected: Answered[] = []
      for (const question of questions) expected.push(await cold(asking(question)))
      await load(file, 64 * 2 ** 20)
      const { promptTokens, isComplete, tokens, processedTokens } = await process()
      expect({ isComplete, tokens, processedTokens }).toEqual({
        isComplete: true,
        tokens: promptTokens - 1,
        processedTokens: promptTokens - 1,
      })
      for (const [at, question] of questions.entries()) {
        const { metrics, text, logprobs } = await ask(question, asking(question))
        // The first conversation also has the token after it.
        expect(metrics.reusedTokens).toBeGreaterThanOrEqual(tokens)
        expect(metrics.reusedTokens).toBeLessThanOrEqual(tokens + 1)
        expect(['lease', ...questions.slice(0, at)]).toContain(metrics.reuse?.source?.conversationId)
        expect(text).toBe(expected[at]?.text)
        const differences = logprobs.map((logprob, index) => Math.abs(logprob - (expected[at]?.logprobs[index] ?? Number.NaN)))
        expect(Math.max(...differences)).toBeLessThan(1e-3)
      }
      expect(await held('lease')).toContainEqual(['memory', tokens])
      const { canCutAnywhere } = await engine.saveSequence(questions[1] as string, join(folder, 'state'), [])
      expect(canCutAnywhere).toBe(file === pocket)
    },
  )
  it('is not processed again, and not found once it is forgotten', async () => {
    await load(pocket, 64 * 2 ** 20)
    const { tokens } = await process()
    expect(await process()).toMatchObject({ tokens, processedTokens: 0, isComplete: true })
    await engine.forget('lease')
    expect(await held('lease')).toEqual([])
    expect((await ask('a', asking('Why?'))).metrics.reusedTokens).toBe(0)
  })
  it('leaves no copy that is larger than the budget', async () => {
    await load(pocket, 1000)
    await process()
    expect((await held('lease')).map(([tier]) => tier)).toEqual(['cells'])
    expect((await engine.prefixes([])).tiers.find(({ tier }) => tier === 'memory')?.usedBytes).toBe(0)
  })
})

describe('a document that a conversation has already asked about', () => {
  it('is not processed again, and its conversation is copied to memory before the next one takes its sequence', async () => {
    await load(pocket, 64 * 2 ** 20, { sequences: 1 })
    const first = await ask('first', asking('When is the rent due?'))
    expect(await held('first')).toEqual([['cells', first.metrics.usedCells]])
    const { tokens, processedTokens } = await process()
    expect(processedTokens).toBe(0)
    expect(await held('first')).toContainEqual(['memory', first.metrics.usedCells])
    const second = await ask('second', asking('Who pays the rent?'))
    expect(second.metrics.reusedTokens).toBeGreaterThanOrEqual(tokens)
    expect(second.metrics.reuse?.evicted).toMatchObject([{ conversationId: 'first', isCopied: true }])
  })
  it('leaves no copy of a private conversation', async () => {
    await load(pocket, 64 * 2 ** 20, { sequences: 1 })
    await ask('secret', asking('When is the rent due?'), true)
    await process()
    expect((await engine.prefixes([])).prefixes.map(({ conversationId }) => conversationId)).not.toContain('secret')
  })
})

it('a turn ends the work in the background at once, and the rest is processed afterwards', async () => {
  await load(pocket)
  const background = process()
  while (engine.sequences().every(({ tokens }) => tokens === 0)) await setImmediate()
  const { metrics } = await ask('first', [system, { role: 'user', text: 'A question about something else, with a few words.' }])
  const ended = await background
  expect(ended.isComplete).toBe(false)
  expect(metrics.sharedSteps).toBeUndefined()
  const rest = await process()
  expect(rest).toMatchObject({ isComplete: true, processedTokens: ended.promptTokens - 1 - ended.tokens })
})
it('waits until a turn that runs has ended', async () => {
  await load(pocket)
  const turn = ask('first', [system, { role: 'user', text: 'Tell me a story.' }])
  const background = process()
  const order = await Promise.race([turn.then(() => 'turn'), background.then(() => 'background')])
  expect(order).toBe('turn')
  expect(await background).toMatchObject({ isComplete: true })
})
it('ends if it is cancelled, while it waits and while it runs, and when its context is freed', async () => {
  await load(pocket)
  const cancel = new AbortController()
  cancel.abort()
  expect(await process(cancel.signal)).toMatchObject({ tokens: 0, isComplete: false })
  const running = process()
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 512, predictedBytes: null })
  expect(await running).toMatchObject({ isComplete: false })
})
it('refuses a prefix that is too short to be kept, and one that does not fit the context', async () => {
  await load(pocket)
  const short = {
    ...prefix,
    prompts: [
      [system, { role: 'user', text: 'a' }],
      [system, { role: 'user', text: '1' }],
    ],
  } satisfies PrefixRequest
  await expect(process(undefined, short)).rejects.toMatchObject({ failure: { code: 'prefix-too-short', facts: { leastTokens: 64 } } })
  const long = { ...lease, text: lease.text.repeat(12) }
  const prompts = ['a', '1'].map((question): PromptMessage[] => [{ role: 'user', ...messageWith([long], question) }])
  await expect(process(undefined, { ...prefix, prompts })).rejects.toMatchObject({ failure: { code: 'prompt-too-long' } })
})
