import type { Addon } from './addon'

const promptTokens = 32
const generatedTokens = 2

/**
 * Runs the model on the GPU. A driver can list a card for which it cannot compile llama.cpp's code, and only the first batch shows that: it
 * ends the process. Throws if llama.cpp refuses.
 */
export async function generateTokens(addon: Addon, modelPath: string): Promise<void> {
  const model = new addon.AddonModel(modelPath, { addonExports: addon, gpuLayers: 999 })
  if (!(await model.init())) throw new Error(`llama.cpp could not load ${modelPath}`)
  const context = new addon.AddonContext(model, {
    contextSize: 256,
    batchSize: promptTokens,
    sequences: 1,
    flashAttention: 'auto',
    threads: 1,
  })
  if (!(await context.init())) throw new Error('llama.cpp could not create a context')
  const sampler = new addon.AddonSampler(model)
  sampler.applyConfig({ temperature: 0 })
  const bos = model.tokenBos()
  let tokens = new Uint32Array(promptTokens).fill(bos)
  for (let step = 0, position = 0; step < generatedTokens; step++) {
    context.initBatch(tokens.length)
    const [logits] = context.addToBatch(0, position, tokens, Uint32Array.of(tokens.length - 1))
    await context.decodeBatch()
    position += tokens.length
    // Waits for the GPU.
    tokens = Uint32Array.of(await context.sampleToken(logits ?? 0, sampler))
  }
}
