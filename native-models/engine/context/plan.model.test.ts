import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import { installedRelease } from '../../../core/kv/shape/release'
import { readCacheShape } from '../llama/cache-guard'
import { LlamaEngine } from '../llama-engine'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const engine = new LlamaEngine()
beforeAll(async () => {
  const { release } = await engine.start('cpu')
  // Raise `installedRelease` together with node-llama-cpp.
  expect(release).toBe(`v${installedRelease}`)
  await engine.loadModel(pocketPath, 0, undefined, () => {})
})
afterAll(() => engine.unload())

const settings: KvSettings = { ...defaultKvSettings, threads: 1, gpuBackend: 'cpu', gpuLayers: 0 }
const changes: readonly (Partial<KvSettings> & { readonly contextTokens: number })[] = [
  { contextTokens: 2048 },
  { contextTokens: 300, sequences: 3 },
  { contextTokens: 1000, keyType: 'q8_0', valueType: 'q4_0' },
  { contextTokens: 512, keyType: 'q5_1', flashAttention: 'off' },
  { contextTokens: 4000, keyType: 'bf16', valueType: 'f32', batchTokens: 64 },
]

describe('a context of the Pocket model', () => {
  it.each(changes)('takes the planned bytes with %o', async (change) => {
    const shape = await readCacheShape(pocketPath)
    if (!shape) throw new Error('Expected a header that core can read')
    const plan = planSettings(shape, { ...settings, ...change })
    const report = await engine.createContext({
      settings: { ...settings, ...change },
      contextTokens: change.contextTokens,
      predictedBytes: plan.totalCacheBytes,
    })
    expect(report.allocatedBytes).toBe(plan.totalCacheBytes)
    expect(report.caches).toMatchObject([{ cells: plan.caches[0]?.cells, streams: plan.caches[0]?.streams, exact: true }])
  })
  it('is refused before llama.cpp tries to create it, if llama.cpp would refuse it', async () => {
    const refused: KvSettings = { ...settings, valueType: 'q8_0', flashAttention: 'off' }
    const failure = await engine.createContext({ settings: refused, contextTokens: 512, predictedBytes: null }).catch(failureOf)
    expect(failure).toMatchObject({ code: 'settings-refused', facts: { reason: { kind: 'quantized-value-needs-flash-attention' } } })
  })
})
