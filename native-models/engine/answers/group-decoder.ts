/**
 * Decodes one token for each of several sequences, in one batch, which reads every weight only once. Two kinds of models decode one
 * sequence after the other instead:
 * * Latent attention (MLA): llama.cpp v0.4.0 aborts on such a batch if the weights were repacked for the CPU (`GGML_ASSERT(ne13 == 1)` in
 *   ggml/src/ggml-cpu/repack.cpp).
 * * Recurrent states on a processor with AMX: the batch is three-dimensional, and all sequences but the first come out wrong (LFM2, ln p
 *   off by up to 0.47; a test compares four answers with four turns).
 */
import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'
import { type Decoder, directDecoder, publicDecoder } from '../decode/decoder'
import { tokenSampler } from '../decode/token-sampler'
import type { Internals } from '../llama/llama-internals'

export interface Step {
  /** Index of the sequence. */
  readonly index: number
  /** Evaluated at the end of the sequence. */
  readonly token: Token
}

export interface GroupDecoder {
  /** The next token for each step, in the same order. */
  next(steps: readonly Step[]): Promise<Token[]>
  dispose(): Promise<void>
}

/**
 * Returns whether one batch can hold several sequences of the model; false if core can't read the header.
 * `systemInfo`: llama.cpp's list of the processor features it uses.
 */
export function canShareBatch(shape: CacheShape | undefined, systemInfo: string): boolean {
  const release = shape?.releases[installedRelease]
  if (release === undefined || 'unloadable' in release || release.isLatent) return false
  const hasStates = release.caches.some(({ kind }) => kind === 'recurrent')
  return !(hasStates && systemInfo.includes('AMX_INT8 = 1'))
}

export interface Group {
  readonly internals: Internals | undefined
  readonly model: LlamaModel
  readonly sequences: readonly LlamaContextSequence[]
  /** One per sequence. */
  readonly seeds: readonly number[]
  readonly sampling: SamplingSettings
  readonly prompt: readonly Token[]
  readonly inOneBatch: boolean
}

export function groupDecoder(group: Group): GroupDecoder {
  const { internals, model, sequences, seeds, sampling, prompt, inOneBatch } = group
  if (internals && inOneBatch) return batchDecoder(group, internals)
  const decoders = sequences.map((sequence, index) => {
    const seed = seeds[index] as number
    return internals ? directDecoder(internals, sequence, model, sampling, seed, prompt) : publicDecoder(sequence, sampling, seed, prompt)
  })
  // node-llama-cpp batches simultaneous requests.
  return inOneBatch ? atOnce(decoders) : inTurn(decoders)
}

function batchDecoder({ model, sequences, seeds, sampling, prompt }: Group, internals: Internals): GroupDecoder {
  const { context } = internals
  const lines = sequences.map((sequence, index) => ({
    state: internals.sequence(sequence),
    sampler: tokenSampler(internals, model, sampling, seeds[index] as number, prompt),
  }))
  const one = new Uint32Array(1)
  const withLogits = Uint32Array.of(0)
  return {
    async next(steps) {
      const taking = steps.map(({ index, token }) => ({ token, ...(lines[index] as (typeof lines)[number]) }))
      context.initBatch(taking.length)
      const logits = taking.map(({ state, token }) => {
        one[0] = token
        return context.addToBatch(state.sequenceId, state.position, one, withLogits)[0] as number
      })
      const decoded = context.decodeBatch()
      const sampled = Promise.all(taking.map(({ sampler }, place) => sampler.sample(logits[place] as number)))
      sampled.catch(() => {})
      await decoded
      for (const { state, token } of taking) state.advance(token)
      return sampled
    },
    async dispose() {
      for (const { sampler } of lines) sampler.dispose()
    },
  }
}

const inTurn = (decoders: readonly Decoder[]): GroupDecoder => ({
  async next(steps) {
    const sampled: Token[] = []
    for (const { index, token } of steps) sampled.push(await (decoders[index] as Decoder).next(token))
    return sampled
  },
  dispose: () => disposeAll(decoders),
})

const atOnce = (decoders: readonly Decoder[]): GroupDecoder => ({
  next: (steps) => Promise.all(steps.map(({ index, token }) => (decoders[index] as Decoder).next(token))),
  dispose: () => disposeAll(decoders),
})

async function disposeAll(decoders: readonly Decoder[]): Promise<void> {
  for (const decoder of decoders) await decoder.dispose()
}
