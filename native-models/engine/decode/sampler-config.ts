import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import { coded } from '../../../core/contract/errors/coded-error'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'

/** In node-llama-cpp, DRY reads the tokens of the answer, not of the prompt. */
export const usesDry = ({ dryMultiplier, dryLastTokens }: SamplingSettings): boolean => dryMultiplier > 0 && dryLastTokens !== 0

/** node-llama-cpp 3.21.1 turns DRY off if it gets llama.cpp's −1 for all tokens, which is also what it makes of null. */
export const dryLastTokens = (sampling: SamplingSettings, sequence: LlamaContextSequence): number =>
  sampling.dryLastTokens ?? sequence.contextSize

export const usesXtc = ({ xtcProbability }: SamplingSettings): boolean => xtcProbability > 0

/** Samplers that are off have no keys, so node-llama-cpp does not create them. */
export function samplerConfig(
  sampling: SamplingSettings,
  sequence: LlamaContextSequence,
  biases: ReadonlyMap<Token, number>,
): Record<string, unknown> {
  return {
    ...(usesDry(sampling)
      ? {
          dryRepeatPenaltyStrength: sampling.dryMultiplier,
          dryRepeatPenaltyBase: sampling.dryBase,
          dryRepeatPenaltyAllowedLength: sampling.dryAllowedLength,
          dryRepeatPenaltyLastTokens: dryLastTokens(sampling, sequence),
          dryRepeatPenaltySequenceBreakers: sampling.drySequenceBreakers,
        }
      : {}),
    ...(usesXtc(sampling) ? { xtcProbability: sampling.xtcProbability, xtcThreshold: sampling.xtcThreshold } : {}),
    ...biasConfig(biases),
  }
}

export const biasConfig = (biases: ReadonlyMap<Token, number>) =>
  biases.size > 0 ? { tokenBiasKeys: Uint32Array.from(biases.keys()), tokenBiasValues: Float32Array.from(biases.values()) } : {}

/** A text biases each of its tokens, and biases of the same token add up, as in llama-server. Throws `bias-token-unknown`. */
export function logitBiases(model: LlamaModel, { logitBias }: SamplingSettings): Map<Token, number> {
  const vocabularyTokens = model.fileInfo.metadata.tokenizer?.ggml.tokens.length ?? 0
  const tokensOf = (token: string | number): readonly Token[] => {
    if (typeof token === 'string') return model.tokenize(token)
    if (token >= vocabularyTokens) throw coded('bias-token-unknown', { token, vocabularyTokens })
    return [token as Token]
  }
  const biases = new Map<Token, number>()
  for (const { token, bias } of logitBias) for (const each of tokensOf(token)) biases.set(each, (biases.get(each) ?? 0) + bias)
  return biases
}
