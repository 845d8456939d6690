import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import { billOf } from './bill'
import { type BillSettings, mostOf } from './bill-part'
import type { PlannedGpu } from './machines/machine'
import { machinePresets } from './machines/machine-presets'
import { machineWith, planMachineOf } from './machines/what-if-machine'
import { gpuOfLayer } from './missing-bytes'
import { engineOverheadBytes, gpuOverheadBytes } from './parts/overhead'
import { planSubjectOf } from './plan-subject'

const gib = 2 ** 30
const keys = {
  block_count: 3,
  context_length: 4096,
  embedding_length: 64,
  feed_forward_length: 128,
  vocab_size: 10,
  'attention.head_count': 2,
}
const shape = planSubjectOf(makeHeader('llama', keys), 'made')
const weights = { layerBytes: [gib, gib, gib], inputBytes: 0, outputBytes: gib, sharedOutputBytes: 0, totalBytes: 4 * gib }
const subject = { ...shape, weights }
const settings: BillSettings = {
  contextTokens: 256,
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  batchTokens: 16,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 4,
}
const machine = (...vram: readonly number[]) => planMachineOf({ ramBytes: 8 * gib, vramBytes: vram, bandwidth: null })

describe('several GPUs', () => {
  it('share the layers in proportion to their memory, with the output on the last one', () => {
    // Shares: 1/4, 3/4. Positions: 0, 1/4, 2/4, 3/4.
    expect([0, 1, 2, 3].map((layer) => gpuOfLayer(layer, 0, 4, [gib, 3 * gib]))).toEqual([0, 1, 1, 1])
    expect([0, 1, 2, 3].map((layer) => gpuOfLayer(layer, 0, 4, [gib, gib]))).toEqual([0, 0, 1, 1])
  })
  it('share the layers as llama.cpp’s f32 arithmetic does, where f64 would put a layer on the GPU before', () => {
    // Printed by the expressions of load_tensors (llama.cpp v0.4.0), compiled with g++ -O1.
    const devices = (positions: number, ...gibibytes: readonly number[]) =>
      Array.from({ length: positions }, (_, at) =>
        gpuOfLayer(
          at,
          0,
          positions,
          gibibytes.map((size) => size * gib),
        ),
      ).join(' ')
    expect(devices(10, 6, 6, 6, 6, 6)).toBe('0 0 1 1 2 2 3 3 4 4')
    expect(devices(20, 1, 2, 3, 4)).toBe('0 0 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 3 3')
    expect(devices(15, 6, 6, 6, 6, 6)).toBe('0 0 0 1 1 1 2 2 2 3 3 3 4 4 4')
  })
  it('store whole layers, so two GPUs of 2.5 GiB have no room for three layers and an output of 1 GiB each', () => {
    expect(billOf(subject, settings, machine(6 * gib)).fits).toBe(true)
    expect(billOf(subject, settings, machine(3 * gib, 3 * gib)).fits).toBe(true)
    // Each GPU needs 2 GiB for layers and 456 MiB + 100% for overhead.
    expect(billOf(subject, settings, machine(2.5 * gib, 2.5 * gib)).fits).toBe(false)
    expect(billOf(subject, settings, machine(2.5 * gib, 2.5 * gib)).spareBytes).toBeLessThan(0)
  })
  it('each have the overhead of a backend', () => {
    const overheadOf = (bill: ReturnType<typeof billOf>) =>
      bill.parts.find(({ kind, location }) => kind === 'overhead' && location === 'vram')?.bytes
    expect(overheadOf(billOf(subject, settings, machine(6 * gib)))).toBe(gpuOverheadBytes)
    expect(overheadOf(billOf(subject, settings, machine(3 * gib, 3 * gib)))).toBe(2 * gpuOverheadBytes)
    expect(overheadOf(billOf(subject, { ...settings, gpuLayers: 0 }, machine(6 * gib)))).toBeUndefined()
  })
})

describe('the overhead of a GPU', () => {
  const partsOf = (gpu: PlannedGpu) =>
    billOf(subject, settings, { ...machine(6 * gib), gpu }).parts.filter(({ kind, location }) => kind === 'overhead' && location === 'vram')
  it('is what llama.cpp reported for CUDA, 456 MiB ± 25%', () => {
    expect(partsOf('cuda')).toMatchObject([{ bytes: 456 * 2 ** 20, errorShare: 0.25, gpu: 'cuda' }])
  })
  it.each(['metal', 'vulkan', 'unknown'] as const)(
    'is assumed to be the same with %s, with an error of 100%, because nobody measured it',
    (gpu) => {
      expect(partsOf(gpu)).toMatchObject([{ bytes: 456 * 2 ** 20, errorShare: 1, gpu }])
    },
  )
  it('may not fit if it is assumed, but fits if it is known', () => {
    // 4 GiB of layers and output, 456 MiB + 25% = 570 MiB or + 100% = 912 MiB, and a small compute buffer.
    const tight = (gpu: PlannedGpu) => billOf(subject, settings, { ...machine(4 * gib + 700 * 2 ** 20), gpu }).fits
    expect([tight('cuda'), tight('metal')]).toEqual([true, false])
  })
  it('is not counted if the GPU shares the RAM, and the row of the RAM says whose memory it is', () => {
    const unified = planMachineOf({ ramBytes: 24 * gib, vramBytes: [], bandwidth: null, isUnified: true })
    const { parts } = billOf(subject, { ...settings, gpuLayers: 'auto' }, unified)
    expect(parts.filter(({ kind }) => kind === 'overhead')).toMatchObject([{ location: 'ram', bytes: engineOverheadBytes, gpu: 'shared' }])
    expect(planMachineOf({ ramBytes: 24 * gib, vramBytes: [gib], bandwidth: null, isUnified: true }).gpu).toBeUndefined()
  })
})

describe('the spare bytes of a bill', () => {
  it('are the free RAM minus all parts, with each estimate at its upper bound', () => {
    const none = { ...settings, gpuLayers: 0 }
    const { parts } = billOf(subject, none, null)
    expect(billOf(subject, none, planMachineOf({ ramBytes: 8 * gib, vramBytes: [], bandwidth: null })).spareBytes).toBe(
      Math.floor(8 * gib - mostOf(parts, 'ram')),
    )
  })
})

describe('the machine presets', () => {
  it('give the bandwidth of the memory bus, width / 8 x rate, if the vendor publishes the bus', () => {
    const known = machinePresets.filter(({ bus }) => bus)
    expect(known.map(({ id, gigabytesPerSecond }) => `${id} ${gigabytesPerSecond}`)).toEqual([
      'rtx-3090 936',
      'rtx-4090 1008',
      'rtx-5090 1792',
      'rx-7900-xtx 960',
      'pc-laptop-ryzen-7840u-16 89.6',
      'pc-laptop-core-ultra-258v-32 136.528',
    ])
  })
  it('cite a page on the vendor’s website', () => {
    for (const { source } of machinePresets) expect(source).toMatch(/^https:\/\/(images|www)\.(nvidia|apple|amd|intel)\.com\//)
    expect(new Set(machinePresets.map(({ id }) => id)).size).toBe(machinePresets.length)
  })
  it('know that cards of NVIDIA run CUDA, so the overhead of a machine with such a card has an error of 25%', () => {
    const cards = machinePresets.filter(({ memory }) => memory === 'vram')
    expect(cards.filter(({ gpu }) => gpu === 'cuda')).toEqual(cards.filter(({ source }) => source.includes('nvidia.com')))
    const errorOf = (id: string) => {
      const preset = cards.find((one) => one.id === id)
      const asked = preset && planMachineOf(machineWith(preset, 32 * gib))
      return (
        asked && billOf(subject, settings, asked).parts.find(({ kind, location }) => kind === 'overhead' && location === 'vram')?.errorShare
      )
    }
    expect([errorOf('rtx-4090'), errorOf('h100-sxm'), errorOf('rx-7900-xtx')]).toEqual([0.25, 0.25, 1])
  })
  it('set the VRAM of a card and leave the RAM as it is, or replace the RAM with the memory of the machine', () => {
    const [card, unified] = [machinePresets.find(({ id }) => id === 'rtx-4090'), machinePresets.find(({ id }) => id === 'dgx-spark')]
    expect(card && machineWith(card, 32 * gib)).toEqual({ ramBytes: 32 * gib, vramBytes: [24 * gib], bandwidth: 1008e9, gpu: 'cuda' })
    expect(unified && machineWith(unified, 32 * gib)).toEqual({ ramBytes: 128 * gib, vramBytes: [], bandwidth: 273e9, isUnified: true })
    const laptop = machinePresets.find(({ id }) => id === 'pc-laptop-ryzen-7840u-16')
    expect(laptop && machineWith(laptop, 32 * gib)).toEqual({ ramBytes: 16 * gib, vramBytes: [], bandwidth: 89.6e9, isUnified: true })
  })
})
