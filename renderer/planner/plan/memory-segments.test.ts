import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { billOf } from '../../../core/plan/bill'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { memoryBars } from './memory-segments'
import { billSettings } from './planner-settings'
import { type Preset, presetOf, presetSubject } from './presets'

const gib = 2 ** 30
const machine: PlanMachine = {
  ram: { totalBytes: 32 * gib, freeBytes: 24 * gib },
  vram: { totalBytes: 12 * gib, freeBytes: 10 * gib, devices: ['a GPU'] },
  measuredAtMs: 0,
}

function barsOf(id: string, gpuLayers: number) {
  const subject = presetSubject(presetOf(id) as Preset)
  const bill = billOf(subject, billSettings(subject.shape, { ...defaultKvSettings, gpuLayers }), machine)
  return { bill, bars: memoryBars(bill, subject.shape.layers, machine) }
}
const bytesOf = (bars: ReturnType<typeof barsOf>['bars'], location: string, id: string): number =>
  bars.find((bar) => bar.location === location)?.segments.find((segment) => segment.id === id)?.bytes ?? 0

describe('the memory bars', () => {
  it('show a layer’s cache in the memory that holds the layer', () => {
    // 33 layers with the output, of which the GPU gets 17. 8,192 x 131,072 B = 1 GiB in all.
    const { bars } = barsOf('llama-3.1-8b', 17)
    expect([bytesOf(bars, 'ram', 'full'), bytesOf(bars, 'vram', 'full')]).toEqual([gib / 2, gib / 2])
    expect(bars.map(({ freeBytes }) => freeBytes)).toEqual([24 * gib, 10 * gib])
  })
  it('add up to the bill, both in RAM and in VRAM', () => {
    for (const id of ['gemma-3-27b', 'jamba-mini', 'deepseek-v3.2'])
      for (const gpuLayers of [0, 7, 100]) {
        const { bill, bars } = barsOf(id, gpuLayers)
        expect(bars.map(({ usedBytes }) => usedBytes)).toEqual([bill.totalBytes.ram, bill.totalBytes.vram])
      }
  })
  it('distinguish caches of different kinds, and mark estimates', () => {
    const { bars } = barsOf('jamba-mini', 0)
    // 28 states of 19 x 8,192 elements in f32
    expect(bytesOf(bars, 'ram', 'recurrent')).toBe(28 * 19 * 8192 * 4)
    const kinds = bars[0]?.segments.map(({ id, isEstimate }) => `${id} ${isEstimate ? 'about' : 'exact'}`)
    expect(kinds).toEqual(['full exact', 'recurrent exact', 'compute about', 'checkpoints about', 'overhead about'])
  })
})
