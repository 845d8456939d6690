import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LlamaContext, LlamaModel, type Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { addMetadata, boolEntry, u32Entry } from '../../testing/add-metadata'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { LlamaEngine } from '../llama-engine'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const fixturePath = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'headroom-embeddings-'))
const engine = new LlamaEngine()
afterAll(async () => {
  await engine.unload()
  rmSync(folder, { recursive: true })
})

const text = 'The KV cache holds the keys and values of the tokens that the model has read.'
const other = 'Bake the bread for an hour, and let it cool on a rack.'
/** About 1,400 tokens. */
const long = Array.from({ length: 80 }, (_, index) => `Cell ${index} holds the keys and values of one token.`).join(' ')

const embed = (input: string | number[]) => engine.embed(typeof input === 'string' ? { text: input } : { tokens: input }, undefined)
const vectorOf = async (input: string | number[]) => (await embed(input)).vector
const lengthOf = (vector: readonly number[]) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
const cosine = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, index) => sum + value * (b[index] as number), 0)

async function open(path: string, settings: Partial<KvSettings> = {}, contextTokens = 2048): Promise<void> {
  await engine.start('cpu')
  await engine.loadModel(path, 0, undefined, () => {})
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1, ...settings }, contextTokens, predictedBytes: null })
}

/** Pocket, with more metadata. */
async function openChanged(name: string, entries: readonly number[][], settings: Partial<KvSettings> = {}): Promise<void> {
  const path = join(folder, `${name}.gguf`)
  await addMetadata(pocketPath, path, entries)
  await open(path, settings)
}

/** As node-llama-cpp computes it, in one batch. */
async function expectedVector(path: string, tokens: readonly number[]): Promise<number[]> {
  const model = await (await loadLlama('cpu', new LlamaLog())).loadModel({ modelPath: path, gpuLayers: 0 })
  const context = await model.createEmbeddingContext({ contextSize: 2048, batchSize: 2048, threads: 1 })
  const { vector } = await context.getEmbeddingFor([...tokens] as Token[])
  await model.dispose()
  const length = lengthOf(vector)
  return vector.map((value) => value / length)
}

const wordsOf = (input: string) => engine.prompts.tokenize(input, true, true)
const pooling = (type: number) => [u32Entry('llama.pooling_type', type)]

describe('a model whose file does not say how to pool', () => {
  beforeAll(() => open(pocketPath))

  it('gives the vector of the last token, of length 1, as node-llama-cpp computes it', async () => {
    const { vector, tokens } = await embed(text)
    expect([vector.length, tokens]).toEqual([256, wordsOf(text).length])
    expect(lengthOf(vector)).toBeCloseTo(1, 6)
    expect(cosine(vector, await expectedVector(pocketPath, wordsOf(text)))).toBeCloseTo(1, 4)
  })

  it('gives the same vector for the same text and its tokens, and another one for another text', async () => {
    const vector = await vectorOf(text)
    expect(cosine(vector, await vectorOf(other))).toBeLessThan(0.99)
    expect(await vectorOf(text)).toEqual(vector)
    expect(await vectorOf(wordsOf(text))).toEqual(vector)
    const cold = new LlamaEngine()
    await cold.start('cpu')
    await cold.loadModel(pocketPath, 0, undefined, () => {})
    await cold.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 512, predictedBytes: null })
    expect((await cold.embed({ text }, undefined)).vector).toEqual(vector)
    await cold.unload()
  })

  it('gives the vector of a text of several batches', async () => {
    expect(wordsOf(long).length).toBeGreaterThan(1100)
    expect(cosine(await vectorOf(long), await expectedVector(pocketPath, wordsOf(long)))).toBeCloseTo(1, 3)
  })

  it('refuses a text that is longer than the context, and tokens that the model does not have', async () => {
    const tokens = Array.from({ length: 2049 }, () => 5)
    await expect(embed(tokens)).rejects.toMatchObject({
      failure: { code: 'api-input-too-long', facts: { promptTokens: 2049, contextTokens: 2048 } },
    })
    await expect(embed([9999])).rejects.toMatchObject({ failure: { code: 'token-unknown' } })
  })

  it('changes nothing about an answer in progress, nor about the cells of its conversation', async () => {
    const alone = await vectorOf(text)
    const write = async (during: () => Promise<unknown>) => {
      await engine.forget('c')
      const log = new TurnLog('t', 'c')
      const sampling = { ...defaultSampling, temperature: 0, ignoreEndOfText: true, maxTokens: 300 }
      const request = {
        conversationId: 'c',
        messages: [{ role: 'user' as const, text: 'Tell me a story.' }],
        sampling,
        sentAtMs: Date.now(),
      }
      const answered = engine.answer(request, [{ log, signal: new AbortController().signal }])
      let { cursor } = log.readFrom(turnStart)
      while (log.outputCount === 0) {
        await log.changedSince(cursor, undefined)
        cursor = log.readFrom(cursor).cursor
      }
      await during()
      const isOver = log.isOver
      await answered
      const { text: answer, metrics } = log.readFrom(turnStart).update
      return { answer, isOver, outputTokens: metrics?.outputTokens, cells: engine.tokensAt(0, 0, 2048).map(({ id }) => id) }
    }
    const undisturbed = await write(async () => {})
    let vectors: number[][] = []
    const disturbed = await write(async () => {
      vectors = await Promise.all([vectorOf(text), vectorOf(other), vectorOf(text)])
    })
    expect(disturbed).toEqual(undisturbed)
    expect([disturbed.isOver, disturbed.outputTokens]).toEqual([false, 300])
    for (const index of [0, 2]) expect(cosine(vectors[index] as number[], alone)).toBeCloseTo(1, 4)
  })

  it('stops at an abort, and computes the next text', async () => {
    const gone = new AbortController()
    const stopped = engine.embed({ text: long }, gone.signal)
    gone.abort()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(await vectorOf(text)).toHaveLength(256)
  })

  it('frees the context when it has not been used for a while, and when the conversations get another one', async () => {
    await open(pocketPath)
    const created = vi.spyOn(LlamaModel.prototype, 'createContext')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const contexts = () => Promise.all(created.mock.results.map(({ value }) => value as Promise<LlamaContext>))
    const disposed = async () => (await contexts()).map((context) => context.disposed)
    await embed(text)
    await embed(other)
    expect(await disposed()).toEqual([false])
    timers.mock.calls.findLast(([, ms]) => ms === 60_000)?.[0]()
    await embed(text)
    expect(await disposed()).toEqual([true, false])
    // Longer than the existing context.
    await embed(long)
    expect(await disposed()).toEqual([true, true, false])
    expect((await contexts()).at(-1)?.contextSize).toBe(2048)
    const late = embed(long)
    const refused = expect(late).rejects.toMatchObject({ failure: { code: 'no-model-loaded' } })
    await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 512, predictedBytes: null })
    await refused
    expect(await disposed()).toEqual([true, true, true, false])
    created.mockRestore()
    timers.mockRestore()
  })
})

describe('a model whose file says how to pool', () => {
  it('gives the last token’s vector', async () => {
    await open(pocketPath)
    const vector = await vectorOf(text)
    await openChanged('last', pooling(3))
    expect(await vectorOf(text)).toEqual(vector)
  })

  it.each([
    ['mean', 1],
    ['cls', 2],
  ] as const)('gives the %s vector, of a text that fits into one batch', async (name, type) => {
    await openChanged(name, pooling(type), { batchTokens: 64 })
    const vector = await vectorOf(text)
    expect(cosine(vector, await expectedVector(join(folder, `${name}.gguf`), wordsOf(text)))).toBeCloseTo(1, 4)
    const facts = { promptTokens: wordsOf(long).length, contextTokens: 64 }
    await expect(embed(long)).rejects.toMatchObject({ failure: { code: 'api-input-too-long', facts } })
  })

  it('keeps a text in one batch if tokens attend to later ones', async () => {
    await openChanged('both-ways', [...pooling(3), boolEntry('llama.attention.causal', false)], { batchTokens: 64 })
    expect(cosine(await vectorOf(text), await expectedVector(join(folder, 'both-ways.gguf'), wordsOf(text)))).toBeCloseTo(1, 4)
    await expect(embed(long)).rejects.toMatchObject({ failure: { code: 'api-input-too-long' } })
  })

  it.each([
    ['a reranker', 4],
    ['a kind of pooling that llama.cpp does not know', 9],
  ])('gives no vectors if the file is of %s', async (name, type) => {
    await openChanged(name, pooling(type))
    await expect(embed(text)).rejects.toMatchObject({ failure: { code: 'api-no-embeddings', facts: { model: `${name}.gguf` } } })
  })
})

it.each(['gemma3', 'lfm2-swa', 'mamba2', 'falcon-h1', 'deepseek2-mla', 'dots3note-dsa-iswa'])(
  'gives the vector of %s, as node-llama-cpp computes it',
  async (name) => {
    await open(fixturePath(name), {}, 512)
    const tokens = wordsOf(text)
    const vector = await vectorOf(tokens)
    expect(cosine(vector, await expectedVector(fixturePath(name), tokens))).toBeCloseTo(1, 3)
    expect(await vectorOf(tokens)).toEqual(vector)
  },
)
