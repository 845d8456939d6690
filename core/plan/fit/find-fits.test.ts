import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../gguf/made-header'
import { planCache } from '../../kv/plan-cache'
import { mostOf } from '../bill-part'
import { billParts } from '../bill-parts'
import { subjectFromConfig } from '../config/subject-from-config'
import { planMachineOf } from '../machines/what-if-machine'
import { type PlanSubject, planSubjectOf } from '../plan-subject'
import { qwen32b } from '../testing/qwen3-32b'
import { type FitQuestion, findFits } from './find-fits'

const gib = 2 ** 30
const mib = 2 ** 20
/** 512 B per cell at f16, 272 B at q8_0. */
const keys = {
  block_count: 2,
  context_length: 2 ** 20,
  embedding_length: 64,
  feed_forward_length: 128,
  vocab_size: 10,
  'attention.head_count': 2,
}
const subject: PlanSubject = {
  ...planSubjectOf(makeHeader('llama', keys), 'made'),
  weights: { layerBytes: [gib, gib], inputBytes: 0, outputBytes: 0, sharedOutputBytes: 0, totalBytes: 2 * gib },
}
const settings: FitQuestion['settings'] = {
  contextTokens: 2 ** 20,
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  batchTokens: 1,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 0,
}
const ram = (ramBytes: number): FitQuestion['machine'] => planMachineOf({ ramBytes, vramBytes: [], bandwidth: null })
const mostRam = (change: Partial<FitQuestion['settings']>) => {
  const asked = { ...settings, ...change }
  return Math.ceil(mostOf(billParts(subject, asked, planCache(subject.shape, asked), 0), 'ram'))
}
const question = (change: Partial<FitQuestion>): FitQuestion => ({
  subject,
  settings,
  fileType: 'q4_K_M',
  machine: ram(64 * gib),
  ...change,
})

describe('findFits', () => {
  it('suggests nothing if the plan fits already', () => {
    expect(findFits(question({}))).toMatchObject({ fits: true, ways: [] })
  })
  it('suggests the mildest sufficient change of each setting, with the bytes that it saves', () => {
    // The q8_0 cache just fits: 2^20 cells x 272 B = 272 MiB instead of 512 MiB.
    const answer = findFits(question({ machine: ram(mostRam({ keyType: 'q8_0', valueType: 'q8_0' })) }))
    expect(answer).toMatchObject({ fits: false, spareBytes: -240 * mib })
    const [type, context] = answer?.ways ?? []
    expect(type).toEqual({ changes: [{ kind: 'cache-type', type: 'q8_0' }], savedBytes: 240 * mib, spareBytes: 0 })
    const [change] = context?.changes ?? []
    expect(change?.kind).toBe('context')
    const tokens = change?.kind === 'context' ? change.contextTokens : 0
    expect(tokens % 256).toBe(0)
    expect(mostRam({ contextTokens: tokens })).toBeLessThanOrEqual(mostRam({ keyType: 'q8_0', valueType: 'q8_0' }))
    expect(mostRam({ contextTokens: tokens + 256 })).toBeGreaterThan(mostRam({ keyType: 'q8_0', valueType: 'q8_0' }))
    expect(answer?.ways).toHaveLength(2)
  })
  it('suggests fewer sequences, each of which needs 512 MiB', () => {
    const answer = findFits(question({ settings: { ...settings, sequences: 4 }, machine: ram(mostRam({ sequences: 2 })) }))
    const sequences = answer?.ways.find(({ changes }) => changes[0]?.kind === 'sequences')
    expect(sequences).toMatchObject({ changes: [{ kind: 'sequences', sequences: 2 }], spareBytes: 0 })
    // Includes part of the compute buffer.
    expect((sequences?.savedBytes ?? 0) / mib).toBeGreaterThanOrEqual(1024)
    expect((sequences?.savedBytes ?? 0) / mib).toBeLessThan(1034)
  })
  it('suggests moving one layer from the GPU to RAM, with its weights and its cache', () => {
    // 2 GiB of VRAM have room for only one of the two layers.
    const machine = planMachineOf({ ramBytes: 64 * gib, vramBytes: [2 * gib], bandwidth: null, gpu: 'cuda' })
    const answer = findFits(question({ settings: { ...settings, gpuLayers: 3 }, machine }))
    const layers = answer?.ways.find(({ changes }) => changes[0]?.kind === 'gpu-layers')
    expect(layers?.changes).toEqual([{ kind: 'gpu-layers', gpuLayers: 2 }])
    expect(layers?.savedBytes).toBe(gib + 256 * mib)
  })
  it('suggests a pair of changes if no single change is enough', () => {
    // One sequence with a q4_0 cache just fits: 36 KiB instead of 1 MiB.
    const short = { ...settings, sequences: 8, contextTokens: 256 }
    const free = mostRam({ ...short, sequences: 1, keyType: 'q4_0', valueType: 'q4_0' })
    const answer = findFits(question({ settings: short, machine: ram(free) }))
    expect(answer?.ways.map(({ changes }) => changes.map(({ kind }) => kind))).toEqual([['cache-type', 'sequences']])
    expect(answer?.ways[0]?.changes[1]).toEqual({ kind: 'sequences', sequences: 1 })
    const tiny = findFits(question({ settings: { ...settings, sequences: 2, contextTokens: 256 }, machine: ram(2 * gib) }))
    expect(tiny).toMatchObject({ fits: false, ways: [] })
  })
  it('returns null for settings that llama.cpp refuses', () => {
    expect(findFits(question({ settings: { ...settings, valueType: 'q8_0', flashAttention: 'off' } }))).toBeNull()
  })
})

describe('a 32B model with 24k tokens of context on a GPU with 24 GiB', () => {
  const qwen = subjectFromConfig(JSON.stringify(qwen32b))
  const machine = planMachineOf({ ramBytes: 32 * gib, vramBytes: [24 * gib], bandwidth: null })
  const asked = { ...settings, contextTokens: 24_576, batchTokens: 512, gpuLayers: 65 }
  const answer = findFits({ subject: { ...qwen, parameters: 32_762_123_264 }, settings: asked, fileType: 'q4_K_M', machine })

  it('does not fit: 18.2 GiB of weights, 6 GiB of cache, and buffers', () => {
    expect(answer?.fits).toBe(false)
  })
  it('fits with a q8_0 cache, a shorter context, fewer layers on the GPU, or a smaller file', () => {
    expect(answer?.ways.map(({ changes: [change] }) => change?.kind)).toEqual(['cache-type', 'context', 'gpu-layers', 'file-type'])
    const [type] = answer?.ways ?? []
    expect(type?.changes).toEqual([{ kind: 'cache-type', type: 'q8_0' }])
    expect(type?.savedBytes).toBe(6 * gib * (1 - 1.0625 / 2))
  })
})
