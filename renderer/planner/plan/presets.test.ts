import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { texts } from '../../../core/copy/copy'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import { presetOf, presetSubject, presets } from './presets'

const mib = 2 ** 20
/** In f16, the default. */
function bytesAt(id: string, contextTokens: number): number {
  const preset = presetOf(id)
  if (!preset) throw new Error(`Expected a preset ${id}`)
  const plan = planSettings(presetSubject(preset).shape, defaultKvSettings, contextTokens)
  expect(plan.refused).toBeNull()
  return plan.totalCacheBytes
}

describe('the presets', () => {
  it('have architectures that the installed llama.cpp knows, and can be planned', () => {
    for (const preset of presets) {
      const { shape, compute, attention } = presetSubject(preset)
      const plan = planSettings(shape, defaultKvSettings)
      expect([preset.id, plan.refused, plan.assumed]).toEqual([preset.id, null, false])
      expect(compute?.outputElements).toBeGreaterThan(0)
      expect(attention?.layers).toBe(preset.keys.block_count)
    }
  })
  it('cover every memory class of llama.cpp that has a public model', () => {
    const kinds = presets.map((preset) => planSettings(presetSubject(preset).shape, defaultKvSettings).memoryClass)
    expect(new Set(kinds)).toEqual(new Set(['kv_cache', 'kv_cache_iswa', 'kv_cache_dsa', 'memory_recurrent', 'memory_hybrid']))
  })
  it('each have a note', () => {
    for (const { planner } of Object.values(texts))
      expect(Object.keys(planner.presetNotes).toSorted()).toEqual(presets.map(({ id }) => id).toSorted())
  })
  it('cite the public configuration that they come from', () => {
    for (const { source } of presets) expect(source).toMatch(/^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/blob\/main\/config\.json$/)
  })
})

describe('the cache of a preset', () => {
  it('takes 128 KiB per token for Llama 3.1 8B and 0.5 MiB for Llama 2 7B', () => {
    // 2 x 32 x 8 x 128 x 2 B; 2 x 32 x 32 x 128 x 2 B
    expect(bytesAt('llama-3.1-8b', 8192)).toBe(8192 * 131_072)
    expect(bytesAt('llama-2-7b', 4096)).toBe(4096 * 524_288)
  })
  it('takes 2,196 MiB for 32k tokens of DeepSeek V3, and 22% more with the indexer of V3.2', () => {
    // 576 x 61 x 2 B x 32,768; DeepSeek V3.2 adds 61 keys of 128
    expect(bytesAt('deepseek-v3', 32_768)).toBe(2196 * mib)
    expect(bytesAt('deepseek-v3.2', 32_768)).toBe(2196 * mib + 61 * 128 * 2 * 32_768)
  })
  it('has cells for 20 of the 35 layers of Gemma 3n, 16 of them with a sliding window', () => {
    // Layers 4, 9, 14 and 19 have full attention. A token takes 2 x 2 x 256 x 2 B = 2 KiB per layer. Window 512 + batch 513 tokens take
    // 1,280 cells.
    expect(bytesAt('gemma-3n-e4b', 32_768)).toBe((4 * 32_768 + 16 * 1280) * 2048)
  })
  it('does not grow with the context for Falcon Mamba', () => {
    // 64 layers x (3 x 8,192 + 16 x 8,192) elements x 4 B
    expect(bytesAt('falcon-mamba-7b', 4096)).toBe(64 * (3 * 8192 + 16 * 8192) * 4)
    expect(bytesAt('falcon-mamba-7b', 1_048_576)).toBe(bytesAt('falcon-mamba-7b', 4096))
  })
  it('has cells for 4 layers and 28 recurrent states for Jamba', () => {
    // 4 x 2 x 8 x 128 x 2 B = 16 KiB per token
    expect(bytesAt('jamba-mini', 262_144)).toBe(262_144 * 16_384 + 28 * 19 * 8192 * 4)
  })
})
