/**
 * One token at a time: evaluate the last one, sample the next. Two ways to do it with the same result;
 * a test in the model lane holds them to each other.
 */
import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { SamplingSettings } from '../../core/contract/sampling'
import type { Internals } from './llama-internals'

export interface Decoder {
  /** Evaluates `token` at the end of the sequence and samples what comes after it. */
  next(token: Token): Promise<Token>
  /** Call when the answer has ended. */
  dispose(): Promise<void>
}

/** A seed in use: the user's, or a new one for this turn. */
export const seedFor = (sampling: SamplingSettings): number => sampling.seed ?? Math.floor(Math.random() * 2 ** 32)

/** Tokens that a repetition penalty looks at, newest last. */
class RecentTokens {
  private readonly tokens: Token[] = []
  constructor(private readonly limit: number) {}
  push(token: Token): void {
    this.tokens.push(token)
    if (this.tokens.length > this.limit) this.tokens.shift()
  }
  list(): Token[] {
    return this.tokens
  }
}

const penalises = (sampling: SamplingSettings): boolean =>
  sampling.repeatPenaltyTokens > 0 && (sampling.repeatPenalty !== 1 || sampling.frequencyPenalty !== 0 || sampling.presencePenalty !== 0)

/** Through node-llama-cpp's bindings, without its scheduler. See ./llama-internals.ts for why. */
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
  const sampler = internals.newSampler()
  const recent = new RecentTokens(settings.repeatPenaltyTokens)
  for (const token of prompt.slice(-settings.repeatPenaltyTokens || prompt.length)) recent.push(token)
  const fixed = {
    temperature: settings.temperature,
    topK: settings.topK,
    topP: settings.topP,
    minP: settings.minP,
    seed,
    ...(settings.ignoreEndOfText ? endOfTextBias(model) : {}),
  }
  const penalty = penalises(settings)
  sampler.applyConfig(penalty ? {} : fixed)
  const one = new Uint32Array(1)
  const withLogits = Uint32Array.of(0)
  return {
    async next(token) {
      one[0] = token
      context.initBatch(1)
      const [logitIndex] = context.addToBatch(state.sequenceId, state.position, one, withLogits)
      // Both go to the pool at once. It has one thread (UV_THREADPOOL_SIZE=1), so sampling follows decoding there
      // without a detour through the event loop. A failed decode rejects first; what is sampled after it is dropped.
      const decoded = context.decodeBatch()
      if (penalty)
        sampler.applyConfig({
          ...fixed,
          repeatPenalty: settings.repeatPenalty,
          repeatPenaltyMaxTokens: settings.repeatPenaltyTokens,
          repeatPenaltyTokens: Uint32Array.from(recent.list()),
          repeatPenaltyFrequencyPenalty: settings.frequencyPenalty,
          repeatPenaltyPresencePenalty: settings.presencePenalty,
        })
      const sampling = context.sampleToken(logitIndex as number, sampler)
      sampling.catch(() => {})
      await decoded
      state.advance(token)
      const sampled = (await sampling) as Token
      if ((sampled as number) < 0) throw new Error('llama.cpp could not sample a token')
      recent.push(sampled)
      return sampled
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

const endOfTextTokens = new WeakMap<LlamaModel, Token[]>()

/** Every token that ends a text, found once per model. */
function endOfText(model: LlamaModel): Token[] {
  let found = endOfTextTokens.get(model)
  if (!found) {
    found = [...model.iterateAllTokens()].filter((token) => model.isEogToken(token))
    endOfTextTokens.set(model, found)
  }
  return found
}

/** A sampler's configuration that never picks a token that ends a text. */
export const endOfTextBias = (model: LlamaModel) => {
  const keys = Uint32Array.from(endOfText(model))
  return { tokenBiasKeys: keys, tokenBiasValues: new Float32Array(keys.length).fill(Number.NEGATIVE_INFINITY) }
}
