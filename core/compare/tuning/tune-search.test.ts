import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../contract/settings/kv-defaults'
import type { KvSettings } from '../../contract/settings/kv-settings'
import { isFaster } from '../statistics/compare-rates'
import { type TuneGoal, tuneAxes } from './tune-axes'
import { searchSettings } from './tune-search'

/** The noise of the rates repeats: -1%, +1%, -1% … */
function machine(rate: (settings: KvSettings, goal: TuneGoal) => number | null, measurements = Number.POSITIVE_INFINITY) {
  const asked: { settings: KvSettings; goal: TuneGoal }[] = []
  return {
    asked,
    meter: {
      measure: async (settings: KvSettings, goal: TuneGoal) => {
        asked.push({ settings, goal })
        const exact = rate(settings, goal)
        return exact === null ? null : exact * (asked.length % 2 === 0 ? 1.01 : 0.99)
      },
      timePassed: () => asked.length / measurements,
    },
  }
}
const axes = tuneAxes({ cores: 4, hasGpu: false, layers: 6 })

describe('a search for fast settings', () => {
  it('finds the best value of each setting, separately for prefill and decode', async () => {
    const { meter } = machine(({ threads, flashAttention, batchTokens }, goal) =>
      goal === 'decode'
        ? (threads === 2 ? 200 : 100) * (flashAttention === 'off' ? 1.5 : 1)
        : (threads === 4 ? 4000 : 1000) * (batchTokens === 1024 ? 1.3 : 1),
    )
    const [prefill, decode] = await searchSettings(defaultKvSettings, axes, meter)
    expect(prefill).toMatchObject({ goal: 'prefill', isFaster: true, settings: { threads: 4, batchTokens: 1024, flashAttention: 'auto' } })
    expect(decode).toMatchObject({ goal: 'decode', isFaster: true, settings: { threads: 2, flashAttention: 'off', batchTokens: 512 } })
  })
  it('keeps the initial settings if no gain exceeds the noise', async () => {
    const { meter } = machine(() => 100)
    for (const outcome of await searchSettings(defaultKvSettings, axes, meter))
      expect(outcome).toMatchObject({ settings: defaultKvSettings, isFaster: false })
  })
  it('skips settings that do not work', async () => {
    const { meter, asked } = machine(({ threads }) => (threads === 4 ? null : threads === 3 ? 300 : 100))
    const [, decode] = await searchSettings(defaultKvSettings, axes, meter)
    expect(decode?.settings.threads).toBe(3)
    expect(asked.filter(({ settings, goal }) => settings.threads === 4 && goal === 'decode')).toHaveLength(1)
  })
  it('ends soon after the allowed time, but measures the final settings for each goal at least twice', async () => {
    const { meter, asked } = machine(({ threads }) => (threads === 1 ? 300 : 100), 12)
    const outcomes = await searchSettings(defaultKvSettings, axes, meter)
    expect(outcomes).toHaveLength(2)
    expect(asked.length).toBeLessThan(20)
    for (const { goal, settings } of outcomes)
      expect(asked.filter((one) => one.goal === goal && one.settings === settings).length).toBeGreaterThanOrEqual(2)
  })
  it('never tries a missing GPU, and never switches flash attention off if V needs it', () => {
    const q4 = { ...defaultKvSettings, valueType: 'q4_0' } as const
    const tried = axes.flatMap((axis) => axis.candidates(q4))
    expect(tried.every(({ gpuLayers, flashAttention }) => gpuLayers === 'auto' && flashAttention === 'auto')).toBe(true)
    const withGpu = tuneAxes({ cores: 4, hasGpu: true, layers: 6 }).flatMap((axis) => axis.candidates(q4))
    expect(withGpu.map(({ gpuLayers }) => gpuLayers)).toContain(3)
  })
  it('never tries more threads than cores', () => {
    const threads = tuneAxes({ cores: 24, hasGpu: false, layers: 6 })[0]
      ?.candidates(defaultKvSettings)
      .map((settings) => settings.threads)
    expect(threads).toEqual([3, 6, 9, 12, 15, 18, 21, 24])
  })
})

describe('isFaster', () => {
  it('requires a difference of more than two standard errors', () => {
    // The standard error is sqrt(2/3) = 0.816.
    expect(isFaster([102, 103, 104], [99, 100, 101])).toBe(true)
    expect(isFaster([100.5, 101.5, 102.5], [99, 100, 101])).toBe(false)
  })
  it('is false after a single repetition', () => {
    expect(isFaster([1000], [1, 1])).toBe(false)
  })
})
