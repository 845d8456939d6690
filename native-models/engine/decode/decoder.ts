/**
 * Decodes one token at a time: evaluates the last one and samples the next. Two implementations; a test in the model lane checks that their
 * results are equal.
 */
import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Internals } from '../llama/llama-internals'
import { penalises, RecentTokens, tokenSampler } from './token-sampler'

/**
 * How the last token was made: evaluated alone (`plain`); after a draft was tried or the draft model read (`drafted`); as part of a draft
 * (`ready`); in the step that ended drafting (`ended`).
 */
export type LastStep = 'plain' | 'drafted' | 'ready' | 'ended'

export interface Decoder {
  next(token: Token): Promise<Token>
  /** Tokens of the sequence up to the last one given to `next`. If absent: all tokens with cells. */
  usedCells?(): number
  /** Set if the decoder drafts. */
  readonly speculation?: { readonly figures: SpeculationFigures; readonly lastStep: LastStep }
  dispose(): Promise<void>
}

/** Uses node-llama-cpp's bindings without its scheduler; ../llama/llama-internals.ts says why. */
export function directDecoder(
  internals: Internals,
  sequence: LlamaContextSequence,
  model: LlamaModel,
  settings: SamplingSettings,
  seed: number,
  prompt: readonly Token[],
): Decoder {
  const { context } = internals
  const state = internals.sequence(sequence)
  const sampler = tokenSampler(internals, model, settings, seed, prompt)
  const one = new Uint32Array(1)
  const withLogits = Uint32Array.of(0)
  return {
    async next(token) {
      one[0] = token
      context.initBatch(1)
      const [logitIndex] = context.addToBatch(state.sequenceId, state.position, one, withLogits)
      // Queue both at once. If decoding fails, it rejects first and the sample is dropped.
      const decoded = context.decodeBatch()
      const sampling = sampler.sample(logitIndex as number)
      sampling.catch(() => {})
      await decoded
      state.advance(token)
      return sampling
    },
    async dispose() {
      sampler.dispose()
    },
  }
}

/** Uses node-llama-cpp's public API, which can't rule out end of text: with `ignoreEndOfText` the answer continues after such a token. */
export function publicDecoder(sequence: LlamaContextSequence, sampling: SamplingSettings, seed: number, prompt: readonly Token[]): Decoder {
  const recent = new RecentTokens(sampling.repeatPenaltyTokens)
  for (const token of prompt.slice(-sampling.repeatPenaltyTokens || prompt.length)) recent.push(token)
  let tokens: AsyncGenerator<Token, void, Token | Token[] | undefined> | undefined
  return {
    async next(token) {
      tokens ??= sequence.evaluate([token], {
        temperature: sampling.temperature,
        topK: sampling.topK,
        topP: sampling.topP,
        minP: sampling.minP,
        seed,
        yieldEogToken: true,
        ...(penalises(sampling)
          ? {
              repeatPenalty: {
                punishTokens: () => recent.list(),
                maxPunishTokens: sampling.repeatPenaltyTokens,
                penalty: sampling.repeatPenalty,
                frequencyPenalty: sampling.frequencyPenalty,
                presencePenalty: sampling.presencePenalty,
              },
            }
          : {}),
      }) as AsyncGenerator<Token, void, Token | Token[] | undefined>
      const { value } = await tokens.next(token)
      if (value === undefined) throw new Error('llama.cpp could not sample a token')
      recent.push(value)
      return value
    },
    async dispose() {
      await tokens?.return()
    },
  }
}
