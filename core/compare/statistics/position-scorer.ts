/**
 * `[token, probability, token, …]`, most likely token first: the whole vocabulary, or only its head with probabilities relative to the
 * head.
 */

export type Listed = ArrayLike<number>

export interface PositionScore {
  /** KL(reference || settings) in nats, over the tokens in both lists. */
  readonly divergence: number
  /** -ln p of the actual token, in nats. */
  readonly nll: number
  readonly referenceNll: number
  readonly sameTop: boolean
}

export class PositionScorer {
  /** Probability by token id, from the list of the settings that are being scored. All are 0 between calls. */
  private readonly byToken: Float64Array

  constructor(vocabularyTokens: number) {
    this.byToken = new Float64Array(vocabularyTokens)
  }

  /** The two probabilities are those of the actual token, on the scale of the lists, even if a list lacks that token. */
  score(reference: Listed, settings: Listed, referenceRightProbability: number, rightProbability: number): PositionScore {
    const { byToken } = this
    let settingsSum = 0
    for (let at = 0; at < settings.length; at += 2) {
      const probability = settings[at + 1] as number
      byToken[settings[at] as number] = probability
      settingsSum += probability
    }
    let referenceSum = 0
    let common = 0
    let referenceCommon = 0
    let weighted = 0
    for (let at = 0; at < reference.length; at += 2) {
      const p = reference[at + 1] as number
      referenceSum += p
      const q = byToken[reference[at] as number] as number
      if (q === 0 || p === 0) continue
      referenceCommon += p
      common += q
      weighted += p * Math.log(p / q)
    }
    for (let at = 0; at < settings.length; at += 2) byToken[settings[at] as number] = 0
    return {
      divergence: referenceCommon > 0 ? weighted / referenceCommon - Math.log(referenceCommon / common) : Number.POSITIVE_INFINITY,
      nll: -Math.log(rightProbability / settingsSum),
      referenceNll: -Math.log(referenceRightProbability / referenceSum),
      sameTop: reference[0] === settings[0],
    }
  }
}

export function listedProbability(listed: Listed, token: number): number | undefined {
  for (let at = 0; at < listed.length; at += 2) if (listed[at] === token) return listed[at + 1]
  return undefined
}
