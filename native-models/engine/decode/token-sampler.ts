import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Internals } from '../llama/llama-internals'
import { addonStateOf, type GrammarInUse } from './answer-grammar'
import { biasConfig, logitBiases, samplerConfig } from './sampler-config'

export interface Decoding {
  readonly sequence: LlamaContextSequence
  readonly sampling: SamplingSettings
  readonly seed: number
  /** The last token is not in the cache yet. */
  readonly prompt: readonly Token[]
  readonly grammar?: GrammarInUse | undefined
  /** Tokens that are never sampled. */
  readonly forbidden?: readonly Token[]
  /** Each token comes with the probabilities of all tokens, before any sampler or after all of them. */
  readonly probabilities?: 'before-samplers' | 'after-samplers' | undefined
}

export const seedFor = (sampling: SamplingSettings): number => sampling.seed ?? Math.floor(Math.random() * 2 ** 32)

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

export function recentTokens({ repeatPenaltyTokens }: SamplingSettings, prompt: readonly Token[]): RecentTokens {
  const recent = new RecentTokens(repeatPenaltyTokens)
  for (const token of prompt.slice(-repeatPenaltyTokens || prompt.length)) recent.push(token)
  return recent
}

export const penalises = (sampling: SamplingSettings): boolean =>
  sampling.repeatPenaltyTokens > 0 && (sampling.repeatPenalty !== 1 || sampling.frequencyPenalty !== 0 || sampling.presencePenalty !== 0)

/** `[token, probability, token, …]` for all tokens, in no order. */
export type Probabilities = readonly number[]

export interface ProbabilityLister {
  /** Before any sampler. Call it when the batch is queued, as `TokenSampler.sample`. */
  list(logitIndex: number): Promise<Probabilities>
  dispose(): void
}

export function listerOf({ context, newSampler }: Pick<Internals, 'context' | 'newSampler'>): ProbabilityLister {
  const sampler = newSampler()
  // Only the greedy sampler lists all tokens.
  sampler.applyConfig({ temperature: 0 })
  return {
    list: async (logitIndex) => (await context.sampleToken(logitIndex, sampler, true))[1],
    dispose: () => sampler.dispose(),
  }
}

export interface TokenSampler {
  /** Call it after the batch is queued. The pool has one thread, so sampling follows decoding. */
  sample(logitIndex: number): Promise<Token>
  /** The probabilities for the last token. undefined unless requested. */
  readonly probabilities: Probabilities | undefined
  dispose(): void
}

export function tokenSampler({ context, newSampler }: Internals, decoding: Decoding): TokenSampler {
  const { sequence, sampling: settings, seed, prompt, grammar } = decoding
  const sampler = newSampler()
  const recent = recentTokens(settings, prompt)
  const biases = logitBiases(sequence.model, settings)
  const forbid = (tokens: readonly Token[]) => {
    for (const token of tokens) biases.set(token, Number.NEGATIVE_INFINITY)
  }
  forbid(neverSampled(decoding))
  const fixed = {
    temperature: settings.temperature,
    topK: settings.topK,
    topP: settings.topP,
    minP: settings.minP,
    seed,
    ...samplerConfig(settings, sequence, biases),
  }
  const penalty = penalises(settings)
  let grammarConfig = {}
  const applyGrammar = () => {
    const state = grammar?.applied
    if (!state || 'grammarEvaluationState' in grammarConfig) return
    forbid(hiddenTokens(sequence.model).filter((token) => !grammar.markers.has(token)))
    grammarConfig = { grammarEvaluationState: addonStateOf(state), ...samplerConfig(settings, sequence, biases) }
    if (!penalty) sampler.applyConfig({ ...fixed, ...grammarConfig })
  }
  sampler.applyConfig(penalty ? {} : fixed)
  const lister = decoding.probabilities === 'before-samplers' ? listerOf({ context, newSampler }) : undefined
  let probabilities: Probabilities | undefined
  return {
    get probabilities() {
      return probabilities
    },
    async sample(logitIndex) {
      applyGrammar()
      if (penalty)
        sampler.applyConfig({
          ...fixed,
          ...grammarConfig,
          repeatPenalty: settings.repeatPenalty,
          repeatPenaltyMaxTokens: settings.repeatPenaltyTokens,
          repeatPenaltyTokens: Uint32Array.from(recent.list()),
          repeatPenaltyFrequencyPenalty: settings.frequencyPenalty,
          repeatPenaltyPresencePenalty: settings.presencePenalty,
        })
      // Request both before awaiting, because the next batch overwrites the logits.
      const [result, listed] = await allSampled([
        decoding.probabilities === 'after-samplers'
          ? context.sampleToken(logitIndex, sampler, true)
          : context.sampleToken(logitIndex, sampler),
        lister?.list(logitIndex),
      ])
      const [sampledToken, left] = typeof result === 'number' ? [result] : result
      const sampled = sampledToken as Token
      probabilities = left ? afterSamplers(sampled, left, settings) : listed
      if ((sampled as number) < 0) throw new Error('llama.cpp could not sample a token')
      recent.push(sampled)
      return sampled
    },
    dispose() {
      sampler.dispose()
      lister?.dispose()
    },
  }
}

/** At a temperature of 0, llama.cpp leaves only the likeliest token, but the greedy sampler lists all. */
const afterSamplers = (sampled: Token, left: Probabilities, { temperature }: SamplingSettings): Probabilities =>
  temperature === 0 ? [sampled, 1] : left.filter((_, at) => (left[at | 1] as number) > 0)

/** As `Promise.all`, but waits for all even if one fails, because a sampler in use must not be disposed. */
export async function allSampled<Results extends readonly unknown[] | []>(samples: Results) {
  await Promise.allSettled(samples)
  return Promise.all(samples)
}

type TokensOf = (model: LlamaModel) => readonly Token[]

/** Looks through the vocabulary once per model. */
function tokensWhere(isWanted: (model: LlamaModel, token: Token) => boolean): TokensOf {
  const found = new WeakMap<LlamaModel, Token[]>()
  return (model) => {
    const tokens = found.get(model) ?? [...model.iterateAllTokens()].filter((token) => isWanted(model, token))
    found.set(model, tokens)
    return tokens
  }
}

export const endOfText = tokensWhere((model, token) => model.isEogToken(token))

/** Drafts leave these tokens out, too. */
export const neverSampled = ({ sequence, sampling, grammar, forbidden = [] }: Decoding): readonly Token[] =>
  sampling.ignoreEndOfText && !grammar ? [...forbidden, ...endOfText(sequence.model)] : forbidden

export const endOfTextBias = (model: LlamaModel) => banConfig(endOfText(model))

export const banConfig = (tokens: readonly Token[]) => biasConfig(new Map(tokens.map((token) => [token, Number.NEGATIVE_INFINITY])))

/** llama.cpp's grammar treats the name of a control token as text, but the answer does not show it. */
const hiddenTokens = tokensWhere((model, token) => {
  const { control, unknown, unused } = model.getTokenAttributes(token)
  return (control || unknown || unused) && !model.isEogToken(token)
})
