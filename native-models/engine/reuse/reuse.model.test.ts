import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { PromptMessage, TurnMetrics } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const pocket = 'pocket/pocket-f16.gguf'
const user = (text: string): PromptMessage => ({ role: 'user', text })
const system = (text: string): PromptMessage => ({ role: 'system', text })

const engine = new LlamaEngine()
beforeAll(() => engine.start('cpu'))
afterAll(() => engine.unload())

const load = (file: string) => engine.loadModel(pathOf(file), 0, undefined, () => {})
const context = (settings: Partial<KvSettings> = {}) =>
  engine.createContext({
    settings: { ...defaultKvSettings, threads: 1, batchTokens: 256, ...settings },
    contextTokens: 4096,
    predictedBytes: null,
  })

interface Turn {
  readonly metrics: TurnMetrics
  readonly reuse: ReuseReport
  readonly said: PromptMessage[]
}
async function turn(messages: readonly PromptMessage[], conversationId = 'c', maxTokens = 8): Promise<Turn> {
  const log = new TurnLog('t', conversationId)
  const sampling = { ...defaultSampling, temperature: 0, maxTokens, ignoreEndOfText: true }
  const request = { conversationId, messages: [...messages], sampling, sentAtMs: Date.now() }
  await engine.answer(request, [{ log, signal: new AbortController().signal }])
  const { metrics, text } = log.readFrom(turnStart).update
  if (!metrics?.reuse) throw new Error('Expected a finished turn that tells about its reuse')
  return { metrics, reuse: metrics.reuse, said: [...messages, { role: 'assistant', text }] }
}

describe('with full attention,', () => {
  const today = (date: string) => system(`Today is ${date}. ${'Answer in plain words and be brief. '.repeat(20)}`)
  beforeAll(async () => {
    await load(pocket)
    await context()
  })

  it('a conversation that continues reuses all its cells', async () => {
    const first = await turn([user('What is the KV cache?')])
    expect(first.reuse).toMatchObject({ cause: 'first-turn', repeatedTokens: 0, heldTokens: 0, divergence: null })
    const { reuse, metrics } = await turn([...first.said, user('And what is a token?')])
    expect(reuse).toMatchObject({ cause: 'continued', heldBack: null, repeatedTokens: 0, repeatedMs: 0 })
    expect(metrics.reusedTokens).toBe(reuse.commonTokens)
  })
  it('the report of a turn shows a changed date in the system prompt, and counts the tokens after it as processed again', async () => {
    const { said } = await turn([today('2026-11-21'), user('Tell me a tiny story.')], 'date')
    const { reuse, metrics } = await turn([today('2026-11-22'), ...said.slice(1), user('And another one.')], 'date')
    expect(reuse).toMatchObject({
      cause: 'system-prompt-changed',
      heldBack: null,
      divergence: { part: 'system', message: null, clock: { held: '2026-11-21', prompt: '2026-11-22' } },
    })
    expect(reuse.divergence?.before.endsWith('Today is 2026-11-2')).toBe(true)
    expect(reuse.repeatedTokens).toBeGreaterThan(metrics.processedTokens - 24)
    expect(reuse.repeatedTokens).toBeLessThan(metrics.processedTokens)
    const { prefillTokensPerSecond } = metrics
    expect(reuse.repeatedMs).toBeCloseTo((reuse.repeatedTokens * 1000) / (prefillTokensPerSecond ?? 0), 6)
  })
  it('the report of a turn gives the number of an edited message, and counts no token as processed again', async () => {
    const first = await turn([user('What is the KV cache?')], 'edit')
    const { said } = await turn([...first.said, user('Say it in one word.')], 'edit')
    const { reuse } = await turn([...said.slice(0, 2), user('Say it in two words.')], 'edit')
    expect(reuse).toMatchObject({ cause: 'edited-message', repeatedTokens: 0, divergence: { part: 'user', message: 3 } })
  })
  it('the report of a turn says that another conversation took the sequence, but does not show its text', async () => {
    const { said } = await turn([user('What is the KV cache?')], 'one')
    await turn([user('Something nobody else shall read.')], 'two')
    const { reuse, metrics } = await turn([...said, user('Go on.')], 'one')
    expect(reuse).toMatchObject({ cause: 'other-conversation', divergence: null })
    expect(reuse.repeatedTokens).toBeGreaterThan(0)
    expect(reuse.repeatedTokens).toBeLessThan(metrics.processedTokens)
  })
  it('the report of a turn distinguishes changed settings, a new context with the same settings, and another model', async () => {
    const { said } = await turn([user('What is the KV cache?')], 'later')
    const next = [...said, user('Go on.')]
    await context()
    expect((await turn(next, 'later')).reuse.cause).toBe('context-recreated')
    await context({ keyType: 'q8_0' })
    expect((await turn(next, 'later')).reuse.cause).toBe('settings-changed')
    await load('fixtures/llama-gqa.gguf')
    await context({ keyType: 'q8_0' })
    expect((await turn(next, 'later')).reuse.cause).toBe('model-changed')
    expect((await turn(next, 'from before')).reuse.cause).toBe('engine-started')
  })
})

describe('a preview of cache reuse', () => {
  const few = 3
  it.each(['pocket/pocket-f16.gguf', 'fixtures/gemma3.gguf', 'fixtures/mamba2.gguf', 'fixtures/deepseek2-mla.gguf'])(
    'for %s differs from the next turn by at most three tokens',
    async (file) => {
      await load(file)
      await context()
      const first = await turn([system('Be brief and kind.'), user('What is the KV cache?')], 'f')
      const { said } = await turn([...first.said, user('Say it in one word.')], 'f')
      const changes: PromptMessage[][] = [
        [...said.slice(0, 3), user('Say it in two words, and tell me why.')],
        [system('Be brief and wise.'), ...said.slice(1), user('Go on.')],
      ]
      for (const messages of changes) {
        const { promptTokens, keptTokens } = await engine.previewReuse({ conversationId: 'f', messages, settings: defaultSampling })
        const { metrics } = await turn(messages, 'f')
        expect(Math.abs(promptTokens - metrics.promptTokens)).toBeLessThanOrEqual(few)
        expect(Math.abs(keptTokens - metrics.reusedTokens)).toBeLessThanOrEqual(few)
      }
    },
  )
  it('counts no kept tokens for a conversation without a sequence', async () => {
    const messages = [user('What is the KV cache?')]
    expect(await engine.previewReuse({ conversationId: 'unseen', messages, settings: defaultSampling })).toMatchObject({ keptTokens: 0 })
  })
})

describe('with any kind of memory,', () => {
  const words = 'one two three four five six seven eight nine ten '
  const long = user(`Count. ${words.repeat(16)}`)
  const edited = user('Or in two.')
  const memories = [
    ['pocket/pocket-f16.gguf', null],
    ['fixtures/deepseek2-mla.gguf', null],
    ['fixtures/gemma3.gguf', 'sliding-window'],
    ['fixtures/mamba2.gguf', 'recurrent-state'],
    ['fixtures/falcon-h1.gguf', 'recurrent-state'],
    ['fixtures/lfm2-swa.gguf', 'recurrent-state'],
  ] as const

  // Models with random weights write text that the tokenizer splits differently, so the test provides the answers.
  const answered: PromptMessage[] = [long, { role: 'assistant', text: `Fine. ${words.repeat(4)}` }]

  it.each(memories)('%s reuses almost everything before an edited message', async (file, forgetful) => {
    await load(file)
    // Restored cells are in another order. These settings keep the rounding so small that the tokens stay the same.
    await context({ flashAttention: 'off', keyType: 'f32', valueType: 'f32' })
    await turn([...answered, user(`Say it in one word. ${words.repeat(20)}`)])
    const { reuse, metrics, said } = await turn([...answered, edited])
    expect(reuse).toMatchObject({ cause: 'edited-message', divergence: { message: 3 } })
    expect(metrics.reusedTokens).toBeGreaterThan(200)
    expect(reuse.repeatedTokens).toBeLessThan(24)
    if (forgetful === null) expect(reuse.heldBack).toBeNull()
    else expect(engine.sampleCaches()[0]?.checkpoints.map(({ tokens }) => tokens)).toContain(metrics.reusedTokens)
    await engine.forget('c')
    expect((await turn([...answered, edited])).said.at(-1)).toEqual(said.at(-1))
  })
  it.each(memories.slice(2))(
    '%s processes the whole prompt again if checkpoints are switched off, and reports the cause',
    async (file, forgetful) => {
      await load(file)
      await context({ checkpointMebibytes: 0, batchTokens: 32 })
      const { metrics: before } = await turn([...answered, user(`Say it in one word. ${words.repeat(14)}`)])
      const { reuse, metrics } = await turn([...answered, edited])
      expect(engine.sampleCaches()[0]?.checkpoints).toEqual([])
      expect(metrics.reusedTokens).toBe(0)
      expect(reuse).toMatchObject({ cause: 'edited-message', heldBack: forgetful })
      expect(reuse.repeatedTokens).toBeGreaterThan(before.promptTokens / 3)
    },
  )
  it('the checkpoints of a sequence exceed neither their maximum number nor their memory budget', async () => {
    await load('fixtures/mamba2.gguf')
    const { checkpointLimit = 0 } = await context({ checkpointMebibytes: 2 })
    expect(checkpointLimit).toBeGreaterThan(1)
    const said: PromptMessage[] = []
    for (let index = 0; index < 8; index++) {
      said.push(user(words.repeat(2)))
      await turn(said, 'c', 1)
      said.push({ role: 'assistant', text: words })
    }
    const { checkpoints = [], checkpointBytes = 0 } = engine.sampleCaches()[0] ?? {}
    expect(checkpoints.length).toBe(checkpointLimit)
    expect(checkpointBytes).toBeLessThanOrEqual(2 * 2 ** 20)
    expect(checkpoints.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(checkpointBytes)
  })
})
