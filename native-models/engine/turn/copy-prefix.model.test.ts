import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { createContext } from '../context/create-context'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { loadModel } from '../llama/load-model'
import { cutTo } from '../sequences/checkpoints'
import { copyPrefix } from './copy-cells'

const tokens = Array.from({ length: 400 }, (_, index) => (1 + (index % 50)) as Token)
const bytes = 1 << 20

it.each(['gemma3', 'lfm2-swa', 'dots3note-dsa-iswa'])(
  'a part of the window of %s is copied only at a checkpoint, because a state lacks the cells before the window',
  async (name) => {
    const log = new LlamaLog()
    const llama = await loadLlama('cpu', log)
    const path = fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url))
    const loaded = await loadModel(llama, log, path, 0, undefined, () => {})
    const settings = { ...defaultKvSettings, threads: 1, sequences: 2, batchTokens: 64 }
    const context = await createContext(loaded, log, 1, { settings, contextTokens: 1024, predictedBytes: null })
    const [from, to] = context.sequences as [LlamaContextSequence, LlamaContextSequence]
    await from.evaluateWithoutGeneratingNewTokens(tokens.slice(0, 300))
    await from.takeCheckpoint()
    await from.evaluateWithoutGeneratingNewTokens(tokens.slice(300))
    expect((await copyPrefix(from, to, 390, bytes)).tokens).toBe(0)
    expect((await copyPrefix(from, to, 400, bytes)).tokens).toBe(400)
    // The copy has no checkpoint, and its window begins at token 301.
    expect(await cutTo(to, 390)).toBe(0)
    expect((await copyPrefix(from, to, 300, bytes)).tokens).toBe(300)
    expect(to.contextTokens).toEqual(tokens.slice(0, 300))
    await context.context.dispose()
    await loaded.model.dispose()
  },
)
