/**
 * node-llama-cpp returns a distribution as a JavaScript list, which takes 11 ms for 32,000 tokens. So with a large vocabulary, the whole
 * distribution is read only at every 32nd position, and its head (the most likely tokens) at every position
 * (core/compare/statistics/corrected-mean.ts).
 */

import { type Listed, listedProbability, type PositionScore, PositionScorer } from '../../../core/compare/statistics/position-scorer'
import type { ReadLogits } from '../../../core/contract/compare/compare-tasks'
import type { AddonSampler } from '../llama/llama-internals'
import type { BareSequence } from './bare-sequence'

const smallVocabulary = 4096
/** llama.cpp selects up to 128 tokens without sorting into buckets. In the embedded model, the head has 98% of the probability. */
const headTokens = 128
const wholeEvery = 32
/** Lifts a token above all others, without a float32 underflow. */
const liftNats = 60
/** The smallest positive float32. */
const leastProbability = 2 ** -149

export const readLogitsFor = (wish: ReadLogits | undefined, vocabularyTokens: number): ReadLogits =>
  wish ?? (vocabularyTokens <= smallVocabulary ? 'full' : 'head-and-tail')

export interface PairScore {
  readonly score: PositionScore
  readonly whole: PositionScore | null
}

interface Side {
  readonly sequence: BareSequence
  readonly logit: number
}

export class PairReader {
  readonly headTokens: number | null
  private readonly wholeSampler: AddonSampler
  private readonly headSampler: AddonSampler | undefined
  private readonly scorer: PositionScorer
  private positions = 0

  constructor(
    private readonly reference: BareSequence,
    private readonly settings: BareSequence,
    logits: ReadLogits,
    vocabularyTokens: number,
  ) {
    this.scorer = new PositionScorer(vocabularyTokens)
    // Only the greedy sampler lists all tokens.
    this.wholeSampler = reference.sampler({ temperature: 0 })
    this.headTokens = logits === 'full' ? null : Math.min(headTokens, vocabularyTokens)
    this.headSampler = this.headTokens === null ? undefined : reference.sampler({ temperature: 1, topK: this.headTokens, seed: 0 })
  }

  dispose(): void {
    this.wholeSampler.dispose()
    this.headSampler?.dispose()
  }

  /** `right` is the next token of the text. Call this once per position, in order. */
  async read(referenceLogit: number, settingsLogit: number, right: number): Promise<PairScore> {
    const reference = { sequence: this.reference, logit: referenceLogit }
    const settings = { sequence: this.settings, logit: settingsLogit }
    const position = this.positions++
    const { headSampler } = this
    if (!headSampler) return { score: await this.scoreWith(this.wholeSampler, reference, settings, right), whole: null }
    // Request both before awaiting, because the next batch overwrites the logits.
    const head = this.scoreWith(headSampler, reference, settings, right)
    const isWhole = position % wholeEvery === 0
    const whole = isWhole ? this.scoreWith(this.wholeSampler, reference, settings, right) : null
    return { score: await head, whole: await whole }
  }

  private async scoreWith(sampler: AddonSampler, reference: Side, settings: Side, right: number): Promise<PositionScore> {
    const [referenceList, settingsList] = await Promise.all([list(reference, sampler), list(settings, sampler)])
    const referenceRight = listedProbability(referenceList, right) ?? (await lifted(reference, right, referenceList))
    const settingsRight = listedProbability(settingsList, right) ?? (await lifted(settings, right, settingsList))
    return this.scorer.score(
      referenceList,
      settingsList,
      Math.max(leastProbability, referenceRight),
      Math.max(leastProbability, settingsRight),
    )
  }
}

const list = ({ sequence, logit }: Side, sampler: AddonSampler): Promise<number[]> => sequence.distribution(logit, sampler)

/** Returns the probability of a token outside the head: lifts it into the head by a known bias, then removes the bias. */
async function lifted({ sequence, logit }: Side, token: number, head: Listed): Promise<number> {
  const bias = { tokenBiasKeys: Uint32Array.of(token), tokenBiasValues: Float32Array.of(liftNats) }
  const sampler = sequence.sampler({ temperature: 1, topK: 2, seed: 0, ...bias })
  try {
    const listed = await sequence.distribution(logit, sampler)
    const first = listedProbability(listed, head[0] as number)
    const own = listedProbability(listed, token)
    return own === undefined || !first ? 0 : ((head[1] as number) * own * Math.exp(-liftNats)) / first
  } finally {
    sampler.dispose()
  }
}
