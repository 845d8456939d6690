import { expect, it } from 'vitest'
import { makeHeader } from '../../../core/gguf/made-header'
import type { BillSettings } from '../../../core/plan/bill-part'
import type { PlanMachine } from '../../../core/plan/machine'
import { planSubjectOf } from '../../../core/plan/plan-subject'
import { planTable } from './plan-table'

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
const machine: PlanMachine = { ram: { totalBytes: 2 ** 34, freeBytes: 2 ** 33 }, vram: null, measuredAtMs: 0 }

it('the table of a plan says what each part takes, how certain that is, and whether the plan fits', () => {
  const lines = planTable(subject, settings, machine).split('\n')
  expect(lines[0]).toBe('A model (llama)')
  expect(lines[1]).toBe('1,024 cells per sequence, 2 sequences, micro-batch 512')
  // 2 layers, K and V, 1,024 cells, 64 elements, 2 bytes: 1 MiB.
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}kv +RAM +1\.00 MiB {2}exact /))
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}compute +RAM .* estimate ±90 % /))
  expect(lines).toContainEqual('  full        2 layers x 1,024 cells x 2 streams: 1,048,576 bytes')
  expect(lines).toContainEqual('  Fits, weights not counted: 8.00 GiB of 16.0 GiB RAM is free')
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}Largest context that fits, weights not counted, by type/))
  expect(lines).toContainEqual('  One more sequence: 512 KiB of cache')
})
it('the table of a plan says only "Fits" if the weights are in the bill', () => {
  const weights = { totalBytes: 2 ** 20, inputBytes: 2 ** 19, layerBytes: [2 ** 18, 2 ** 18], outputBytes: 0, sharedOutputBytes: 0 }
  const lines = planTable({ ...subject, weights }, settings, machine).split('\n')
  expect(lines).toContainEqual('  Fits: 8.00 GiB of 16.0 GiB RAM is free')
})
it('the table of a plan contains only the cause if llama.cpp would refuse the settings', () => {
  const text = planTable(subject, { ...settings, valueType: 'q8_0', flashAttention: 'off' }, machine)
  expect(text).toContain('Refused (quantized-value-needs-flash-attention): ')
  expect(text).not.toContain('Fits')
})
