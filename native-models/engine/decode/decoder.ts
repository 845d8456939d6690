import { type Token, TokenBias } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import type { TurnBatches } from '../batch/turn-batches'
import type { Internals, SequenceState } from '../llama/llama-internals'
import { dryLastTokens, logitBiases, usesDry, usesXtc } from './sampler-config'
import { type Decoding, type Probabilities, penalises, recentTokens, type TokenSampler, tokenSampler } from './token-sampler'

/**
 * `drafted`: a draft was tried, or the draft model read tokens. `ready`: the token is from an accepted draft. `ended`: drafting was
 * switched off in this step.
 */
export type LastStep = 'plain' | 'drafted' | 'ready' | 'ended'

export interface Decoder {
  readonly usedCells: number
  /**
   * Samples the answer's first token from the logits of the prompt's last token. Call it when the batch is queued. undefined if the decoder has
   * to evaluate that token itself.
   */
  first?(logit: number): Promise<Token>
  next(token: Token): Promise<Token>
  /** Another token takes the place of the last returned one. Tokens that follow from it are discarded. */
  replaced(token: Token): void
  /** The probabilities for the last token. */
  readonly probabilities?: Probabilities | undefined
  readonly speculation?: { readonly figures: SpeculationFigures; readonly lastStep: LastStep }
  dispose(): Promise<void>
}

export class DirectDecoder implements Decoder {
  private readonly state: SequenceState
  private readonly sampler: TokenSampler

  constructor(
    internals: Internals,
    private readonly batches: TurnBatches,
    decoding: Decoding,
  ) {
    this.state = internals.sequence(decoding.sequence)
    this.sampler = tokenSampler(internals, decoding)
  }

  get usedCells(): number {
    return this.state.position
  }

  get probabilities(): Probabilities | undefined {
    return this.sampler.probabilities
  }

  first(logit: number): Promise<Token> {
    return this.sampler.sample(logit)
  }

  next(token: Token): Promise<Token> {
    return this.batches.next(this.state, token, (logit) => this.sampler.sample(logit))
  }

  replaced(): void {}

  async dispose(): Promise<void> {
    this.sampler.dispose()
  }
}

/** The public API can't bias end-of-text tokens, so with `ignoreEndOfText` the answer continues after them. */
export function publicDecoder({ sequence, sampling, seed, prompt, grammar, forbidden = [] }: Decoding): Decoder {
  const recent = recentTokens(sampling, prompt)
  const tokenBias = TokenBias.for(sequence.model)
  for (const [token, logit] of logitBiases(sequence.model, sampling)) tokenBias.set(token, { logit })
  for (const token of forbidden) tokenBias.set(token, 'never')
  let tokens: AsyncGenerator<Token, void, Token | Token[] | undefined> | undefined
  return {
    get usedCells() {
      return sequence.nextTokenIndex
    },
    async next(token) {
      tokens ??= sequence.evaluate([token], {
        temperature: sampling.temperature,
        topK: sampling.topK,
        topP: sampling.topP,
        minP: sampling.minP,
        seed,
        tokenBias,
        yieldEogToken: true,
        ...(grammar ? { grammarEvaluationState: () => grammar.applied } : {}),
        ...(usesXtc(sampling) ? { xtc: { probability: sampling.xtcProbability, threshold: sampling.xtcThreshold } } : {}),
        ...(usesDry(sampling)
          ? {
              dryRepeatPenalty: {
                strength: sampling.dryMultiplier,
                base: sampling.dryBase,
                allowedLength: sampling.dryAllowedLength,
                lastTokens: dryLastTokens(sampling, sequence),
                sequenceBreakers: sampling.drySequenceBreakers,
              },
            }
          : {}),
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
    replaced() {},
    async dispose() {
      await tokens?.return()
    },
  }
}
