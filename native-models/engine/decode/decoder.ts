/**
 * One token at a time: evaluate the last one, sample the next. Two ways to do it with the same result;
 * a test in the model lane holds them to each other.
 */
import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Internals } from '../llama/llama-internals'
import { penalises, RecentTokens, tokenSampler } from './token-sampler'

/** How the last token came: evaluated alone, after a draft was tried or its model has read, as part of a draft, or in the step that made drafting end. */
export type LastStep = 'plain' | 'drafted' | 'ready' | 'ended'

export interface Decoder {
  /** Evaluates `token` at the end of the sequence and samples what comes after it. */
  next(token: Token): Promise<Token>
  /** Tokens of the sequence up to the last that was given to `next`. Left out: all that have cells. */
  usedCells?(): number
  /** Set where the decoder drafts ahead: what has come of it, and of the last token. */
  readonly speculation?: { readonly figures: SpeculationFigures; readonly lastStep: LastStep }
  /** Call when the answer has ended. */
  dispose(): Promise<void>
}

/** Through node-llama-cpp's bindings, without its scheduler. See ../llama/llama-internals.ts for why. */
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
      // Both go to the pool at once. A failed decode rejects first; what is sampled after it is dropped.
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

/** Through node-llama-cpp's public API. It cannot forbid an end of text: an answer that may not end goes on past it. */
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
