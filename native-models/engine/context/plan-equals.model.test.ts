/** llama.cpp prints sizes rounded to 0.01 MiB, so these tests can miss small differences. Those with core/kv/fixtures compare bytes. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { LlamaEngine } from '../llama-engine'

const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const models = readdirSync(folder).filter((name) => name.endsWith('.gguf'))

const types: readonly (readonly [KvType, KvType])[] = [
  ['f16', 'f16'],
  ['q8_0', 'q8_0'],
  ['q4_0', 'q4_0'],
  ['f32', 'bf16'],
  ['q8_0', 'f16'],
]
const grid: KvSettings[] = types.flatMap(([keyType, valueType]) =>
  [512, 2048].flatMap((contextTokens) =>
    [1, 3].flatMap((sequences) =>
      [false, true].flatMap((swaFullCache) =>
        (['auto', 'off'] as const).map((flashAttention) => ({
          ...defaultKvSettings,
          keyType,
          valueType,
          contextTokens,
          sequences,
          swaFullCache,
          flashAttention,
          batchTokens: contextTokens === 512 ? 512 : 128,
          threads: 1,
        })),
      ),
    ),
  ),
)

const engine = new LlamaEngine()
beforeAll(() => engine.start('cpu'))
afterAll(() => engine.unload())

describe('the engine', () => {
  it.each(models)('allocates the planned bytes for %s', { timeout: 300_000 }, async (name) => {
    await engine.loadModel(folder + name, 0, undefined, () => {})
    let [equal, refused] = [0, 0]
    for (const settings of grid) {
      const asked = { settings, contextTokens: Number(settings.contextTokens), predictedBytes: null }
      try {
        const { comparison, allocatedBytes, predictedBytes } = await engine.createContext(asked)
        const about = JSON.stringify({ name, settings, comparison })
        expect(comparison.length, about).toBeGreaterThan(0)
        for (const cache of comparison) expect(cache.predictedBytes, about).toBe(cache.allocatedBytes)
        expect(predictedBytes, about).toBe(allocatedBytes)
        equal++
      } catch (error) {
        if (failureOf(error)?.code !== 'settings-refused') throw error
        refused++
      }
    }
    console.log(`${name}: ${equal} contexts equal, ${refused} refused`)
    expect(equal).toBeGreaterThan(grid.length / 4)
  })
})
