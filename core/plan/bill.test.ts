import { describe, expect, it } from 'vitest'
import { ggmlType } from '../gguf/ggml-types'
import type { GgufTensor } from '../gguf/header'
import { makeHeader } from '../gguf/made-header'
import { type Bill, billOf } from './bill'
import { type BillSettings, mostOf } from './bill-part'
import type { PlanMachine } from './machines/machine'
import { plannedCheckpoints } from './parts/checkpoints'
import { engineOverheadBytes } from './parts/overhead'
import { planSubjectOf } from './plan-subject'

const tensor = (name: string, ...shape: readonly number[]): GgufTensor => ({
  name,
  type: ggmlType('f32'),
  shape,
  offsetBytes: 0,
  bytes: 4 * shape.reduce((product, size) => product * size, 1),
})
const keys = {
  block_count: 2,
  context_length: 4096,
  embedding_length: 64,
  feed_forward_length: 128,
  'attention.head_count': 2,
  'attention.head_count_kv': 1,
}
const layers = [tensor('blk.0.w', 1000), tensor('blk.1.w', 2000)]
const tied = planSubjectOf(
  makeHeader('llama', keys, [tensor('token_embd.weight', 64, 10), tensor('output_norm.weight', 64), ...layers]),
  'tied',
)
const untied = planSubjectOf(
  makeHeader('llama', keys, [tensor('token_embd.weight', 64, 10), tensor('output.weight', 64, 10), ...layers]),
  'untied',
)
const settings: BillSettings = {
  contextTokens: 1024,
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 0,
}
const machine = (freeRam: number, freeVram: number | null = null): PlanMachine => ({
  ram: { totalBytes: 2 ** 34, freeBytes: freeRam },
  vram: freeVram === null ? null : { totalBytes: 2 ** 33, freeBytes: freeVram, devices: ['one'] },
  measuredAtMs: 0,
})
const bytesOf = ({ parts }: Bill, kind: string, location: string) =>
  parts.filter((part) => part.kind === kind && part.location === location).reduce((sum, { bytes }) => sum + bytes, 0)

describe('billOf', () => {
  it('puts all weights in RAM without a GPU, and counts a token embedding once if it is also the output matrix', () => {
    expect(bytesOf(billOf(tied, settings, null), 'weights', 'ram')).toBe(4 * (640 + 64 + 1000 + 2000))
    expect(bytesOf(billOf(tied, settings, null), 'weights', 'vram')).toBe(0)
  })
  it('puts the output, which counts as a layer, on the GPU first, and then the layers from the last to the first', () => {
    const one = billOf(untied, { ...settings, gpuLayers: 1 }, null)
    expect(bytesOf(one, 'weights', 'vram')).toBe(4 * 640)
    expect(bytesOf(one, 'kv', 'vram')).toBe(0)
    const two = billOf(untied, { ...settings, gpuLayers: 2 }, null)
    expect(bytesOf(two, 'weights', 'vram')).toBe(4 * (640 + 2000))
    expect(bytesOf(two, 'weights', 'ram')).toBe(4 * (640 + 1000))
    expect(bytesOf(two, 'kv', 'vram')).toBe(1024 * 32 * 2 * 2)
    expect(bytesOf(two, 'kv', 'ram')).toBe(1024 * 32 * 2 * 2)
  })
  it('keeps the token embedding in RAM, and copies it to the GPU if it is also the output', () => {
    const all = billOf(tied, { ...settings, gpuLayers: 99 }, null)
    expect(all.gpuLayers).toBe(3)
    expect(bytesOf(all, 'weights', 'ram')).toBe(4 * 640)
    expect(bytesOf(all, 'weights', 'vram')).toBe(4 * (64 + 1000 + 2000 + 640))
  })
  it('puts as many layers on the GPU as fit into the free VRAM if the number of layers is auto', () => {
    const free = 4 * (640 + 2000) + 1
    expect(billOf(untied, { ...settings, gpuLayers: 'auto' }, machine(2 ** 33, free)).gpuLayers).toBe(2)
    expect(billOf(untied, { ...settings, gpuLayers: 'auto' }, machine(2 ** 33)).gpuLayers).toBe(0)
  })
  it('lists no weights if the header has no tensors', () => {
    const shapeOnly = planSubjectOf(makeHeader('llama', { ...keys, vocab_size: 10 }), 'shape')
    expect(shapeOnly.weights).toBeNull()
    expect(billOf(shapeOnly, settings, null).parts.map(({ kind }) => kind)).toEqual(['kv', 'compute', 'overhead'])
  })
})

describe('billOf', () => {
  it('adds up the parts, and marks weights and cache as exact and all others as estimates', () => {
    const bill = billOf(tied, settings, null)
    expect(bill.totalBytes.ram).toBe(bill.parts.reduce((sum, { bytes }) => sum + bytes, 0))
    expect(bill.parts.map(({ kind, source }) => `${kind} ${source}`)).toEqual([
      'weights exact',
      'kv exact',
      'compute estimate',
      'overhead estimate',
    ])
    expect(bytesOf(bill, 'overhead', 'ram')).toBe(engineOverheadBytes)
    expect(bill.fits).toBeNull()
  })
  it('marks the cache as an estimate if llama.cpp does not know the architecture', () => {
    const future = planSubjectOf(makeHeader('notyet', { ...keys, vocab_size: 10 }), 'shape')
    const { plan, parts } = billOf(future, settings, null)
    expect(plan.assumed).toBe(true)
    expect(parts.filter(({ source }) => source === 'exact')).toEqual([])
    expect(parts.find(({ kind }) => kind === 'kv')).toMatchObject({ source: 'estimate', errorShare: null })
  })
  it('says that a model fits only if both RAM and VRAM have room', () => {
    const { parts } = billOf(untied, { ...settings, gpuLayers: 2 }, null)
    const most = { ram: mostOf(parts, 'ram'), vram: mostOf(parts, 'vram') }
    const fits = (ram: number, vram: number | null) => billOf(untied, { ...settings, gpuLayers: 2 }, machine(ram, vram)).fits
    expect(fits(most.ram, most.vram)).toBe(true)
    expect(fits(most.ram - 1, most.vram)).toBe(false)
    expect(fits(most.ram, most.vram - 1)).toBe(false)
    expect(fits(most.ram, null)).toBe(false)
  })
  it('says that a model fits only if there is memory for the upper bound of the compute buffer, not only for the estimate', () => {
    const { parts, totalBytes } = billOf(tied, settings, null)
    expect(mostOf(parts, 'ram')).toBeGreaterThan(totalBytes.ram)
    expect(billOf(tied, settings, machine(totalBytes.ram)).fits).toBe(false)
    expect(billOf(tied, settings, machine(Math.ceil(mostOf(parts, 'ram')))).fits).toBe(true)
  })
  it('returns the reason and no parts if llama.cpp refuses the settings', () => {
    const bill = billOf(tied, { ...settings, valueType: 'q8_0', flashAttention: 'off' }, machine(2 ** 33))
    expect(bill.parts).toEqual([])
    expect(bill.plan.refused?.reason.kind).toBe('quantized-value-needs-flash-attention')
    expect(bill.fits).toBeNull()
  })
  it('returns the same bill for a model that was sent as JSON', () => {
    expect(billOf(JSON.parse(JSON.stringify(tied)), settings, null)).toEqual(billOf(tied, settings, null))
  })
})

describe('billAnswers', () => {
  // A cell has 256 bytes: 2 layers x 32 elements x 2 bytes, K and V.
  it('returns the bytes of one more sequence and of a thousand more tokens', () => {
    const { answers } = billOf(tied, settings, null)
    expect(answers.bytesPerSequence).toBe(1024 * 256)
    expect(answers.bytesPerThousandTokens).toBe(1000 * 256)
  })
  it('finds the largest context that fits for each KV type', () => {
    // With long batches, the mask would need more memory than a smaller type saves.
    const short = { ...settings, batchTokens: 16 }
    const free = mostOf(billOf(tied, { ...short, contextTokens: 2048 }, null).parts, 'ram')
    const { largestContexts } = billOf(tied, short, machine(free)).answers
    const of = (type: string) => largestContexts.find((largest) => largest.type === type)?.contextTokens
    expect(of('f16')).toBe(2048)
    expect(of('f32')).toBeLessThan(2048)
    expect(of('q8_0')).toBeGreaterThan(2048)
    expect(of('q4_0')).toBeLessThanOrEqual(4096)
  })
  it('returns a largest context of 0 if nothing fits, and the reason if llama.cpp refuses a type', () => {
    expect(billOf(tied, settings, machine(1000)).answers.largestContexts.every(({ contextTokens }) => contextTokens === 0)).toBe(true)
    const off = billOf(tied, { ...settings, flashAttention: 'off' }, machine(2 ** 33)).answers.largestContexts
    expect(off.find(({ type }) => type === 'q8_0')?.refused?.reason.kind).toBe('quantized-value-needs-flash-attention')
  })
  it('returns no context that is longer than the trained context', () => {
    const { largestContexts } = billOf(tied, settings, machine(2 ** 40)).answers
    expect(largestContexts.every(({ contextTokens }) => contextTokens === 4096)).toBe(true)
  })
})

describe('plannedCheckpoints', () => {
  const sliding = planSubjectOf(makeHeader('gemma3', { ...keys, block_count: 6, 'attention.sliding_window': 512 }), 'sliding')
  it('counts one copy of each sequence’s window, and none if the cache contains the whole context', () => {
    const bill = billOf(sliding, { ...settings, contextTokens: 2048, sequences: 2 }, null)
    expect(bytesOf(bill, 'checkpoints', 'ram')).toBe(2 * 512 * 5 * 32 * 2 * 2)
    expect(bytesOf(billOf(sliding, { ...settings, swaFullCache: true }, null), 'checkpoints', 'ram')).toBe(0)
    expect(bytesOf(billOf(tied, settings, null), 'checkpoints', 'ram')).toBe(0)
  })
  it('limits the checkpoints of Gemma 3 27B at 131,072 tokens to three, which fit in an eighth of its cache', () => {
    const large = planSubjectOf(makeHeader('gemma3', { ...largeKeys, 'attention.sliding_window': 1024 }), 'large')
    const planned = plannedCheckpoints(billOf(large, { ...settings, contextTokens: 131_072, batchTokens: 512 }, null).plan)
    expect(planned.bytesEach).toBe(52 * 1024 * 2048 * 2 * 2)
    expect([planned.count, planned.limit]).toEqual([3, 3])
  })
})
const largeKeys = {
  block_count: 62,
  context_length: 131_072,
  embedding_length: 5376,
  'attention.head_count': 32,
  'attention.head_count_kv': 16,
  'attention.key_length': 128,
  'attention.value_length': 128,
  feed_forward_length: 21_504,
  vocab_size: 262_144,
}
