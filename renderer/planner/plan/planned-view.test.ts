import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { plannedView } from './planned-view'
import { type Preset, presetOf, presetSubject } from './presets'

const gib = 2 ** 30
const machine: PlanMachine = { ram: { totalBytes: 32 * gib, freeBytes: 24 * gib }, vram: null, measuredAtMs: 0 }
const subjectOf = (id: string) => presetSubject(presetOf(id) as Preset)

describe('the planner’s screen', () => {
  it('uses estimated weights if the header lists no tensors, and marks them as estimated', () => {
    const view = plannedView(subjectOf('llama-3.1-8b'), defaultKvSettings, 'f16', machine)
    const weights = view.bars[0]?.segments.find(({ id }) => id === 'weights')
    // 8,030,261,248 x 2 B
    expect(weights).toMatchObject({ bytes: 16_060_522_496, isEstimate: true })
    expect(view.bars[0]?.segments.find(({ id }) => id === 'full')).toMatchObject({ bytes: gib, isEstimate: false })
    expect(view.totalBytes).toBe(view.bars[0]?.usedBytes)
  })
  it('subtracts the weights before it calculates the largest context', () => {
    const of = (type: 'f16' | 'q8_0') => plannedView(subjectOf('llama-3.1-8b'), defaultKvSettings, type, machine).largestContextTokens ?? 0
    expect(of('q8_0')).toBeGreaterThan(of('f16'))
    const { spareBytes } = plannedView(subjectOf('llama-3.1-8b'), { ...defaultKvSettings, contextTokens: of('f16') }, 'f16', machine)
    expect(spareBytes).toBeGreaterThanOrEqual(0)
    // Another 256 cells take 32 MiB plus part of a mask.
    expect(spareBytes).toBeLessThan(40 * 2 ** 20)
  })
  it('says by how much a model does not fit', () => {
    const { spareBytes, largestContextTokens } = plannedView(subjectOf('deepseek-v3'), defaultKvSettings, 'q4_K_M', machine)
    expect(spareBytes).toBeLessThan(-300 * gib)
    expect(largestContextTokens).toBe(0)
  })
  it('has one figure for the free memory: what remains after the plan and its reserve, for each memory', () => {
    const vram = { totalBytes: 32 * gib, freeBytes: 30 * gib, devices: ['a GPU'] }
    const settings = { ...defaultKvSettings, contextTokens: 32_768 }
    for (const [gpuLayers, on] of [
      [0, machine],
      [20, { ...machine, vram }],
    ] as const) {
      const { bars, rooms, spareBytes } = plannedView(subjectOf('gemma-3-27b'), { ...settings, gpuLayers }, 'q4_K_M', on)
      const left = bars.map(({ freeBytes, usedBytes, reserveBytes }) => Math.floor((freeBytes ?? 0) - usedBytes - reserveBytes))
      expect(rooms?.map((room) => room.spareBytes)).toEqual(left)
      expect(rooms?.map(({ location }) => location)).toEqual(bars.map(({ location }) => location))
      expect(spareBytes).toBe(Math.min(...left))
      // Weights ± 5% of about 16 GiB, and the compute buffer.
      expect(bars.reduce((sum, { reserveBytes }) => sum + reserveBytes, 0)).toBeGreaterThan(0.8 * gib)
    }
  })
  it('shows no remaining memory if the machine is unknown, and no segments for refused settings', () => {
    expect(plannedView(subjectOf('llama-3.1-8b'), defaultKvSettings, 'f16', null).spareBytes).toBeNull()
    const refused = plannedView(subjectOf('deepseek-v3'), { ...defaultKvSettings, keyType: 'q8_0' }, 'f16', machine)
    expect(refused.bill.plan.refused?.reason.kind).toBe('mla-needs-equal-types')
    expect(refused.bars[0]?.segments).toEqual([])
  })
})
