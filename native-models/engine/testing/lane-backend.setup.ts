/** `npm run cuda-lane` sets HEADROOM_LANE_BACKEND, so that all tests use that backend with all layers on it. */
import type { LlamaModelOptions } from 'node-llama-cpp'
import { vi } from 'vitest'

const backend = process.env.HEADROOM_LANE_BACKEND as 'cuda' | 'metal' | 'vulkan' | undefined

vi.mock('node-llama-cpp', async (importOriginal) => {
  const original = await importOriginal<typeof import('node-llama-cpp')>()
  if (!backend) return original
  const getLlama: typeof original.getLlama = async (options) => {
    const llama = await original.getLlama({ ...(typeof options === 'object' ? options : {}), gpu: backend })
    const load = llama.loadModel.bind(llama)
    return Object.assign(llama, { loadModel: (given: LlamaModelOptions) => load({ ...given, gpuLayers: 'max' }) })
  }
  return { ...original, getLlama }
})
