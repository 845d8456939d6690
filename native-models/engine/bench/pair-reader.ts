/**
 * Reads what two contexts think of the same position, as much of it as is needed.
 *
 * node-llama-cpp hands a distribution out as a JavaScript list, half a microsecond per token of the vocabulary: 1.3 ms at
 * 2,560 tokens, 11 ms at 32,000. So of a large vocabulary only the head is read everywhere, and all of it at
 * every 32nd position; core/compare/statistics/corrected-mean.ts makes one figure of both.
 */

import { type Listed, listedProbability, type PositionScore, PositionScorer } from '../../../core/compare/statistics/position-scorer'
import type { ReadLogits } from '../../../core/contract/compare/bench-tasks'
import type { AddonSampler } from '../llama/llama-internals'
import type { BareSequence } from './bare-sequence'

/** Up to here the whole vocabulary is read everywhere. */
const smallVocabulary = 4096
/** llama.cpp sorts up to 128 tokens without buckets. Most of the probability: 98 % on average with the embedded model on text that it does not know. */
const headTokens = 128
const wholeEvery = 32
/** Nats by which the right token is lifted where the head does not have it: above every other, and far from float32's smallest. */
const liftNats = 60
/** float32's smallest: what is less likely is 0 there. */
const leastProbability = 2 ** -149

export const readLogitsFor = (wish: ReadLogits | undefined, vocabularyTokens: number): ReadLogits =>
  wish ?? (vocabularyTokens <= smallVocabulary ? 'full' : 'head-and-tail')

export interface PairScore {
  readonly score: PositionScore
  /** Of the whole distributions, where `score` is of heads and these were read too. */
  readonly whole: PositionScore | null
}

/** One of the two, and where its logits of a position are. */
interface Side {
  readonly sequence: BareSequence
  readonly logit: number
}

export class PairReader {
  /** Mean of tokens that were read at each position; null where all are. */
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
    // Greedy is the only chain that drops nothing; of what it picks only the list beside it is used.
    this.wholeSampler = reference.sampler({ temperature: 0 })
    this.headTokens = logits === 'full' ? null : Math.min(headTokens, vocabularyTokens)
    this.headSampler = this.headTokens === null ? undefined : reference.sampler({ temperature: 1, topK: this.headTokens, seed: 0 })
  }

  dispose(): void {
    this.wholeSampler.dispose()
    this.headSampler?.dispose()
  }

  /** `right`: the token that really comes next. The order of calls is the order of positions. */
  async read(referenceLogit: number, settingsLogit: number, right: number): Promise<PairScore> {
    const reference = { sequence: this.reference, logit: referenceLogit }
    const settings = { sequence: this.settings, logit: settingsLogit }
    const position = this.positions++
    const { headSampler } = this
    if (!headSampler) return { score: await this.scoreWith(this.wholeSampler, reference, settings, right), whole: null }
    // All is asked for before anything is waited for: the logits are gone with the next batch.
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

/**
 * The probability of a token outside the head, on the head's scale: it is lifted by a known bias above all others, compared
 * with the one that was first, and the bias taken off again.
 */
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
