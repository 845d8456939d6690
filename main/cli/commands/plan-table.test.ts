import { expect, it } from 'vitest'
import { makeHeader } from '../../../core/gguf/made-header'
import type { BillSettings } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { planMachineOf } from '../../../core/plan/machines/what-if-machine'
import { planSubjectOf } from '../../../core/plan/plan-subject'
import { planTable, type TableQuestion } from './plan-table'

const keys = {
  block_count: 2,
  context_length: 4096,
  embedding_length: 64,
  feed_forward_length: 128,
  vocab_size: 10,
  'attention.head_count': 2,
}
const subject = planSubjectOf(makeHeader('llama', keys), 'A model')
const settings: BillSettings = {
  contextTokens: 1024,
  keyType: 'f16',
  valueType: 'f16',
  sequences: 2,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 0,
}
const weights = { totalBytes: 2 ** 20, inputBytes: 2 ** 19, layerBytes: [2 ** 18, 2 ** 18], outputBytes: 0, sharedOutputBytes: 0 }
const machine: PlanMachine = { ram: { totalBytes: 2 ** 34, freeBytes: 2 ** 33 }, vram: null, measuredAtMs: 0 }
const tableOf = (change: Partial<TableQuestion> = {}) =>
  planTable({ subject, settings, machine, fileType: 'q4_K_M', bandwidth: null, fit: null, ...change })

it('the table of a plan states each part’s size, how certain the size is, and whether the plan fits', () => {
  const lines = tableOf().split('\n')
  expect(lines[0]).toBe('A model (llama)')
  expect(lines[1]).toBe('1,024 cells per sequence, 2 sequences, micro-batch 512')
  // 2 layers x K and V x 1,024 cells x 64 elements x 2 bytes = 1 MiB.
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}kv +RAM +1\.00 MiB {2}exact /))
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}compute +RAM .* estimate ±90% /))
  expect(lines).toContainEqual('  full        2 layers x 1,024 cells x 2 streams: 1,048,576 bytes')
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}Fits, weights not counted: 8\.00 GiB of 16\.0 GiB RAM is free; at least 7\.\d+ GiB of RAM stays free$/),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}Largest context that fits, weights not counted, by type/))
  expect(lines).toContainEqual('  One more sequence: 512 KiB of cache')
})
it('the table of a plan does not say "weights not counted" if the weights are in the bill', () => {
  const lines = tableOf({ subject: { ...subject, weights } }).split('\n')
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}Fits: 8\.00 GiB of 16\.0 GiB RAM is free; at least 7\.\d+ GiB of RAM stays free$/),
  )
})
it('the table of a plan states why llama.cpp would refuse the settings, and leaves out whether the plan fits', () => {
  const text = tableOf({ settings: { ...settings, valueType: 'q8_0', flashAttention: 'off' } })
  expect(text).toContain('Refused (quantized-value-needs-flash-attention): ')
  expect(text).not.toContain('Fits')
})
it('the table of a plan says that weights are estimated, and for which file type', () => {
  expect(tableOf({ subject: { ...subject, weights: { ...weights, errorShare: 0.05 } } })).toContain('Fits, weights estimated as q4_K_M: ')
})
it('the table of a plan says which memory is too small, by how much, and which changes would make the plan fit', () => {
  const little: PlanMachine = { ram: { totalBytes: 2 ** 20, freeBytes: 2 ** 20 }, vram: null, measuredAtMs: 0 }
  const way = { changes: [{ kind: 'cache-type' as const, type: 'q8_0' as const }], savedBytes: 3 * 2 ** 30, spareBytes: 2 ** 30 }
  const text = tableOf({ machine: little, fit: { fits: false, spareBytes: -1, ways: [way] } })
  expect(text).toMatch(/Does not fit, weights not counted: 1\.00 MiB of 1\.00 MiB RAM is free; up to \d+ MiB of RAM is missing/)
  expect(text).toContain('    K and V as q8_0: 3.00 GiB less, 1.00 GiB stays free')
  expect(tableOf({ fit: { fits: false, spareBytes: -1, ways: [] } })).toContain('No two changes make it fit.')
  expect(tableOf({ fit: { fits: true, spareBytes: 1, ways: [] } })).toContain('It fits: there is nothing to change.')
})
it('the table of a plan says what the fullest of several GPUs lacks, not all of them together', () => {
  // Layers and output: 3 x 1 GiB in VRAM. GPU 1: 1 GiB of layers, GPU 2: 2 GiB; each also 456 MiB + 100% and a compute buffer.
  const gib = 2 ** 30
  const large = { totalBytes: 3 * gib, inputBytes: 0, layerBytes: [gib, gib], outputBytes: gib, sharedOutputBytes: 0 }
  const two = (each: number) => planMachineOf({ ramBytes: 8 * gib, vramBytes: [each, each], bandwidth: null })
  const verdict = (each: number) =>
    tableOf({ subject: { ...subject, weights: large }, settings: { ...settings, gpuLayers: 3 }, machine: two(each) })
      .split('\n')
      .find((line) => /^ {2}(Fits|Does not fit)/.test(line))
  expect(verdict(2 * gib)).toMatch(
    /^ {2}Does not fit: 8\.00 GiB of 8\.00 GiB RAM and 4\.00 GiB of 4\.00 GiB VRAM are free; up to \d+ MiB of VRAM of the fullest GPU is missing$/,
  )
  expect(verdict(6 * gib)).toMatch(/ are free; at least 7\.\d+ GiB of RAM and 3\.\d+ GiB of VRAM of the fullest GPU stay free$/)
})
it('the table of a plan says which memory is short if both are', () => {
  const small = planMachineOf({ ramBytes: 2 ** 20, vramBytes: [2 ** 20], bandwidth: null })
  expect(tableOf({ subject: { ...subject, weights }, settings: { ...settings, gpuLayers: 3 }, machine: small })).toMatch(
    /; up to [\d.]+ MiB of RAM and \d+ MiB of VRAM are missing\n/,
  )
})
it('the table of a plan states the decode speed that the bandwidth allows', () => {
  // Weights: 2^20 - 2^19 B. Cache: 1,024 cells x 2 x 2 x 64 x 2 B = 512 KiB. At 1 GB/s, 1 MiB takes 1.05 ms: 953.7 tokens per second.
  const text = tableOf({ subject: { ...subject, weights }, bandwidth: 1e9 })
  expect(text).toContain('Decode at 1 GB/s: at most 1,907.3 tokens/s with an empty context, 953.7 with a full one')
})
