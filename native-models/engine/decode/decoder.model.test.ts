import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { onlyTurn } from '../batch/testing/only-turn'
import { type Internals, internalsOf } from '../llama/llama-internals'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { promptRenderer } from '../prompt/render-prompt'
import { type Decoder, DirectDecoder, publicDecoder } from './decoder'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const sampling: SamplingSettings = { ...defaultSampling, temperature: 1.2, topK: 0, topP: 1, minP: 0.02 }

it.each([true, false])(
  'a DirectDecoder samples the same tokens as node-llama-cpp’s public API (in one batch: %s)',
  async (sharesBatches) => {
    const llama = await loadLlama('cpu', new LlamaLog())
    const model = await llama.loadModel({ modelPath: pocketPath })
    const context = await model.createContext({ contextSize: 512, sequences: 3, threads: 1 })
    const sequences = [0, 1, 2].map(() => context.getSequence())
    const prompt = (await promptRenderer(model)).render([{ role: 'user', text: 'Tell me a tiny story about a cat and a lamp.' }])
    const write = async (internals: Internals | undefined) => {
      for (const sequence of sequences) {
        await sequence.clearHistory()
        await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
      }
      const batches = internals && onlyTurn(internals, { sharesBatches })
      const decoders = sequences.map((sequence, index) => {
        const decoding = { sequence, sampling, seed: index + 1, prompt }
        return internals && batches ? new DirectDecoder(internals, batches, decoding) : publicDecoder(decoding)
      })
      let tokens = sequences.map(() => prompt.at(-1) as Token)
      const lines: Token[][] = []
      for (let step = 0; step < 20; step++) {
        const next = (index: number) => (decoders[index] as Decoder).next(tokens[index] as Token)
        if (batches || sharesBatches) tokens = await Promise.all([...decoders.keys()].map(next))
        else for (const index of decoders.keys()) tokens = tokens.with(index, await next(index))
        lines.push(tokens)
      }
      for (const decoder of decoders) await decoder.dispose()
      return lines
    }
    const direct = await write(internalsOf(context, model, sequences[0] as LlamaContextSequence))
    expect(await write(undefined)).toEqual(direct)
    await llama.dispose()
  },
)
