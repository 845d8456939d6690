/** What checkpoints really take, beside what is planned for them. */
import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/kv-defaults'
import { planSettings } from '../../core/kv/kv-settings-plan'
import { plannedCheckpoints } from '../../core/plan/checkpoints'
import { createContext } from './create-context'
import { LlamaLog } from './llama-log'
import { loadLlama } from './load-llama'
import { loadModel } from './load-model'

const settings = { ...defaultKvSettings, threads: 1, contextTokens: 2048, batchTokens: 256, gpuBackend: 'cpu', gpuLayers: 0 } as const

async function checkpointsOf(file: string, turns: number) {
  const path = fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url))
  const log = new LlamaLog()
  const llama = await loadLlama('cpu', log)
  const loaded = await loadModel(llama, log, path, 0, undefined, () => {})
  if (!loaded.shape) throw new Error('Expected a header that core can read')
  const planned = plannedCheckpoints(planSettings(loaded.shape, settings))
  const context = await createContext(loaded, log, 1, { settings, contextTokens: settings.contextTokens, predictedBytes: null })
  const sequence = context.sequences[0] as LlamaContextSequence
  const sizes: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    await sequence.evaluateWithoutGeneratingNewTokens(
      Array.from({ length: turn === 0 ? 1500 : 4 }, (_, index) => (1 + (index % 50)) as Token),
    )
    await sequence.takeCheckpoint()
    sizes.push(sequence.checkpointsMemoryUsage)
  }
  await context.context.dispose()
  await loaded.model.dispose()
  return { planned, sizes }
}

describe('checkpoints', () => {
  it.each(['gemma3.gguf', 'falcon-h1.gguf', 'mamba2.gguf'])('of %s take what is planned', async (file) => {
    const { planned, sizes } = await checkpointsOf(file, 1)
    expect(sizes[0]).toBeGreaterThan(planned.bytesEach * 0.95)
    // Positions and headers come on top.
    expect(sizes[0]).toBeLessThan(planned.bytesEach * 1.05 + 4096)
  })
  it('are never more than the limit', async () => {
    const { planned, sizes } = await checkpointsOf('mamba2.gguf', 40)
    expect(planned.limit).toBe(32)
    const [first] = sizes as [number]
    expect(sizes.at(-1)).toBeLessThanOrEqual(first * 32)
    expect(sizes.at(-1)).toBeGreaterThan(first * 31)
  })
})
