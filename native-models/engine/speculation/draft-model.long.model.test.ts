import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { quantizedPocket } from '../../testing/quantized-pocket'
import { onlyTurn } from '../batch/testing/only-turn'
import { createContext } from '../context/create-context'
import { type Decoder, DirectDecoder } from '../decode/decoder'
import { neverSampled } from '../decode/token-sampler'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { loadModel } from '../llama/load-model'
import { LlamaEngine } from '../llama-engine'
import { DraftModel } from './draft-model'
import { DraftModelProposer } from './draft-proposer'
import { SpeculativeDecoder } from './speculative-decoder'
import { AlwaysDraft } from './testing/always-draft'
import { writeRandomWeights } from './testing/random-weights'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const quantizedPath = await quantizedPocket()
const fixturePath = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url))
const story: PromptMessage[] = [{ role: 'user', text: 'Tell me a tiny story.' }]
const greedy: SamplingSettings = { ...defaultSampling, temperature: 0, ignoreEndOfText: true }

let folder: string
let randomPath: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-draft-'))
  randomPath = join(folder, 'random.gguf')
  await writeRandomWeights(pocketPath, randomPath)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function writeBoth(draftPath: string, sampling: SamplingSettings, count: number) {
  const log = new LlamaLog()
  const llama = await loadLlama('cpu', log)
  const loaded = await loadModel(llama, log, pocketPath, 0, undefined, () => {})
  const settings = { ...defaultKvSettings, threads: 1, batchTokens: 64 }
  const context = await createContext(loaded, log, 1, { settings, contextTokens: 1024, predictedBytes: null })
  const { internals } = context
  const [sequence] = context.sequences
  if (!internals || !sequence) throw new Error('Expected this node-llama-cpp to have the shape that llama-internals.ts describes')
  const prompt = loaded.renderer.render(story)
  const write = async (makeDecoder: () => Decoder): Promise<Token[]> => {
    await sequence.clearHistory()
    await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
    const decoder = makeDecoder()
    const written: Token[] = []
    for (let token = prompt.at(-1) as Token; written.length < count; written.push(token)) token = await decoder.next(token)
    await decoder.dispose()
    return written
  }
  try {
    const draftModel = new DraftModel(log)
    await draftModel.load(llama, { loaded, context }, draftPath, 0)
    const draft = draftModel.sequence(0)
    if (!draft) throw new Error('Expected a draft model')
    draft.useThreads(1)
    const meter = new AlwaysDraft()
    const decoding = { sequence, sampling, seed: 1, prompt }
    const proposer = new DraftModelProposer(draft, {
      pMin: sampling.draftPMin,
      vocabularyTokens: loaded.description.vocabularyTokens,
      neverSampled: neverSampled(decoding),
    })
    const ahead = await write(
      () => new SpeculativeDecoder(internals, onlyTurn(internals, { batchTokens: 64 }), decoding, { proposer, limitTokens: 1024, meter }),
    )
    expect(sequence.contextTokens).toEqual([...prompt, ...ahead.slice(0, -1)])
    const plain = await write(() => new DirectDecoder(internals, onlyTurn(internals), decoding))
    return { ahead, plain, ...meter.figures }
  } finally {
    await llama.dispose()
  }
}

describe('the Pocket model at temperature 0', () => {
  it('accepts nearly every draft token if it is also the draft model, and writes the same text as without drafts', async () => {
    const { ahead, plain, drafted, accepted } = await writeBoth(pocketPath, { ...greedy, draftPMin: 0 }, 200)
    expect(ahead).toEqual(plain)
    expect(accepted / drafted).toBeGreaterThan(0.9)
  })
  it('accepts most of the likely tokens that its quantized copy drafts, and writes the same text as without drafts', async () => {
    const { ahead, plain, drafted, accepted } = await writeBoth(quantizedPath, greedy, 200)
    expect(ahead).toEqual(plain)
    expect(drafted).toBeGreaterThan(20)
    expect(accepted / drafted).toBeGreaterThan(0.8)
  })
  it('accepts almost no token from a draft model with random weights, and writes the same text as without drafts', async () => {
    const { ahead, plain, drafted, accepted } = await writeBoth(randomPath, { ...greedy, draftPMin: 0 }, 100)
    expect(ahead).toEqual(plain)
    expect(drafted).toBeGreaterThan(100)
    expect(accepted / drafted).toBeLessThan(0.05)
  })
  it('gets no drafts from a draft model with random weights if the minimum probability is 0.9', async () => {
    const { ahead, plain, drafted } = await writeBoth(randomPath, { ...greedy, draftPMin: 0.9 }, 40)
    expect(ahead).toEqual(plain)
    expect(drafted).toBe(0)
  })
})

describe('a turn with a draft model', () => {
  const engine = new LlamaEngine()
  afterAll(() => engine.unload())

  const context = (contextTokens = 1024) =>
    engine.createContext({ settings: { ...defaultKvSettings, threads: 1, batchTokens: 64 }, contextTokens, predictedBytes: null })
  async function load(path = pocketPath): Promise<void> {
    await engine.start('cpu')
    await engine.loadModel(path, 0, undefined, () => {})
    await context()
  }
  async function run(messages: PromptMessage[], change: Partial<SamplingSettings> = {}) {
    const log = new TurnLog('t', 'c')
    const sampling: SamplingSettings = { ...greedy, speculation: 'draft-model', maxTokens: 80, ...change }
    const request = { turnId: 't', conversationId: 'c', messages, sampling, sentAtMs: Date.now() }
    await engine.answer(request, [{ log, signal: new AbortController().signal }])
    return log.readFrom(turnStart).update
  }

  it('reports its drafts, and so does the next turn', async () => {
    await load()
    const report = await engine.loadDraft(quantizedPath, 0)
    expect(report).toMatchObject({ path: quantizedPath, contextTokens: 1024, cacheBytes: 3072 * 1024 })
    expect(report.weightBytes.ram).toBeGreaterThan(5_000_000)
    const long = [{ role: 'user' as const, text: 'Tell me a tiny story about a cat and a dog. '.repeat(20) }]
    const first = await run(long)
    expect(first.metrics).toMatchObject({ outputTokens: 80, stopReason: 'token-limit' })
    expect(first.metrics?.usedCells).toBe((first.metrics?.promptTokens ?? 0) + 79)
    expect(first.metrics?.speculation).toMatchObject({ by: 'draft-model' })
    expect(first.metrics?.speculation?.drafted).toBeGreaterThan(0)
    expect(first.metrics?.speculation?.draftPromptMs).toBeGreaterThan(0)
    const second = await run([...long, { role: 'assistant', text: first.text }, { role: 'user', text: 'Go on.' }])
    expect(second.metrics?.speculation?.drafted).toBeGreaterThan(0)
  })
  it('writes the same text with and without drafts', async () => {
    const ahead = await run(story)
    expect((await run(story, { speculation: 'off' })).text).toBe(ahead.text)
  })
  it('ends when the context is full to its last cell', async () => {
    await context(256)
    await engine.loadDraft(pocketPath, 0)
    const { metrics } = await run(story, { maxTokens: null })
    expect(metrics).toMatchObject({ stopReason: 'context-full', usedCells: 256 })
  })
  it('writes without drafts if the draft model was unloaded, alone or with the context', async () => {
    await context()
    expect((await run(story)).metrics?.speculation).toBeUndefined()
    await engine.loadDraft(pocketPath, 0)
    expect((await run(story)).metrics?.speculation).toBeDefined()
    await engine.unloadDraft()
    expect((await run(story)).metrics?.speculation).toBeUndefined()
  })

  const refused = (path: string) => expect(engine.loadDraft(path, 0)).rejects
  it('continues without drafts if a draft model with another vocabulary is refused', async () => {
    const path = fixturePath('llama-gqa')
    await refused(path).toMatchObject({
      failure: {
        code: 'draft-refused',
        facts: { name: 'llama-gqa.gguf', reason: { kind: 'other-vocabulary', difference: { kind: 'start-token', draft: 96, main: 0 } } },
      },
    })
    expect((await run(story)).metrics?.stopReason).toBe('token-limit')
  })
  it('continues without drafts if the file of a draft model is broken or missing', async () => {
    const broken = join(folder, 'broken.gguf')
    writeFileSync(broken, 'GGUF and nothing else')
    await refused(broken).toMatchObject({ failure: { code: 'draft-load-failed' } })
    await refused(join(folder, 'nowhere.gguf')).toMatchObject({ failure: { code: 'draft-load-failed' } })
    expect((await run(story)).metrics?.speculation).toBeUndefined()
  })
  it.each(['mamba2', 'falcon-h1', 'lfm2-swa'])(
    'cannot use %s as a draft model, because a recurrent state cannot be rolled back',
    async (name) => {
      await load(fixturePath('llama-gqa'))
      await refused(fixturePath(name)).toMatchObject({ failure: { code: 'draft-refused', facts: { reason: { kind: 'recurrent-state' } } } })
    },
  )
  it('can use a draft model with a sliding window', async () => {
    await load(fixturePath('llama-gqa'))
    await engine.loadDraft(fixturePath('gemma3'), 0)
    const { metrics } = await run(story, { draftPMin: 0, maxTokens: 60 })
    expect(metrics?.speculation?.drafted).toBeGreaterThan(0)
  })
})
