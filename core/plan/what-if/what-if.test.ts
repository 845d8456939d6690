import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../contract/settings/kv-defaults'
import { makeHeader } from '../../gguf/made-header'
import { planSettings } from '../../kv/kv-settings-plan'
import { withEstimatedWeights } from '../estimated-weights'
import { type PlanSubject, planSubjectOf } from '../plan-subject'
import { changeableShape, isChanged, withShape } from './changed-shape'
import { decodeLimit, tokenBytes } from './decode-limit'
import { defaultSinkWindow, hasFullLayers, withSinkWindow } from './sink-window'

/** Llama 3.1 8B. */
const llama = planSubjectOf(
  makeHeader('llama', {
    block_count: 32,
    context_length: 131_072,
    embedding_length: 4096,
    feed_forward_length: 14_336,
    vocab_size: 128_256,
    'attention.head_count': 32,
    'attention.head_count_kv': 8,
  }),
  'Llama',
)
const cacheOf = ({ shape }: PlanSubject, contextTokens: number) => planSettings(shape, defaultKvSettings, contextTokens)

describe('a changed shape', () => {
  it('has a cache that grows with layers x KV heads x head size', () => {
    const bytes = (change: Parameters<typeof withShape>[1]) => cacheOf(withShape(llama, change), 1024).totalCacheBytes / 1024
    expect(bytes({})).toBe(131_072)
    expect(bytes({ layers: 48 })).toBe(48 * 2 * 8 * 128 * 2)
    expect(bytes({ kvHeads: 32 })).toBe(32 * 2 * 32 * 128 * 2)
    expect(bytes({ layers: 16, kvHeads: 2, headDim: 64 })).toBe(16 * 2 * 2 * 64 * 2)
  })
  it('has more weights for more KV heads: 4,096 x 2 x 128 elements per head and layer', () => {
    const more = withEstimatedWeights(withShape(llama, { kvHeads: 9 }), 'f16').weights?.totalBytes ?? 0
    const before = withEstimatedWeights(llama, 'f16').weights?.totalBytes ?? 0
    expect(more - before).toBe(32 * 4096 * 2 * 128 * 2)
  })
  it('is the unchanged model if all values equal those of its file', () => {
    expect(withShape(llama, { layers: 32, kvHeads: 8, headDim: 128 })).toBe(llama)
    expect([isChanged(llama, { layers: 32 }), isChanged(llama, { layers: 33 })]).toEqual([false, true])
    expect(changeableShape(llama)).toEqual({ layers: 32, heads: { queryHeads: 32, kvHeads: 8, headDim: 128 } })
  })
  it('keeps the pattern of sliding layers, and cannot change the heads of a model with a latent vector', () => {
    const gemma = planSubjectOf(
      makeHeader('gemma3', {
        block_count: 12,
        context_length: 131_072,
        embedding_length: 512,
        vocab_size: 100,
        'attention.head_count': 4,
        'attention.head_count_kv': 2,
        'attention.key_length': 128,
        'attention.value_length': 128,
        'attention.sliding_window': 512,
      }),
      'Gemma',
    )
    const kinds = (subject: PlanSubject) =>
      cacheOf(subject, 8192)
        .layers.map(({ kind }) => kind[0])
        .join('')
    expect(kinds(withShape(gemma, { layers: 18 }))).toBe(`${kinds(gemma)}${kinds(gemma).slice(0, 6)}`)
    const latent = { ...llama, attention: llama.attention && { ...llama.attention, latent: { keyDim: 192, valueDim: 128 } } }
    expect(changeableShape(latent).heads).toBeNull()
  })
})

describe('sinks and a window', () => {
  it('need at most 2,048 cells for 4 + 2,000 tokens, however long the context is', () => {
    const streaming = withSinkWindow(llama, defaultSinkWindow)
    expect(cacheOf(streaming, 131_072).totalCacheBytes).toBe(2048 * 131_072)
    expect(cacheOf(streaming, 1024).totalCacheBytes).toBe(1024 * 131_072)
    expect(cacheOf(streaming, 131_072).caches.map(({ kind }) => kind)).toEqual(['sinks'])
    expect([hasFullLayers(llama.shape), hasFullLayers(streaming.shape)]).toEqual([true, false])
  })
  it('change nothing if they are off', () => expect(withSinkWindow(llama, null)).toBe(llama))
})

describe('the decode speed that a bandwidth allows', () => {
  it('is the bandwidth divided by the bytes of weights and cache', () => {
    const weighed = { ...withEstimatedWeights(llama, 'f16') }
    const plan = cacheOf(weighed, 8192)
    // A token reads only one row of the embedding.
    const weights = (weighed.weights?.totalBytes ?? 0) - 2 * 128_256 * 4096
    expect(tokenBytes(weighed, plan)).toEqual({ weights, cache: 2 ** 30 })
    const limit = decodeLimit(weighed, plan, 1008e9)
    expect(limit?.empty).toBeCloseTo(1008e9 / weights)
    expect(limit?.full).toBeCloseTo(1008e9 / (weights + 2 ** 30))
  })
  it('counts only the experts that a token uses: 2 of 8', () => {
    const { attention } = llama
    const mixture = {
      ...llama,
      attention: attention && { ...attention, experts: 8, expertsUsed: 2 },
      weights: { layerBytes: [900], inputBytes: 50, outputBytes: 50, sharedOutputBytes: 0, totalBytes: 1000, expertBytes: 800 },
    }
    expect(tokenBytes(mixture, cacheOf(llama, 256))?.weights).toBe(1000 - 50 - 600)
  })
  it('is unknown without weights', () => expect(decodeLimit(llama, cacheOf(llama, 256), 1e9)).toBeNull())
})
