/**
 * llama-perplexity's figures may differ: it stores 16-bit log probabilities, so it caps the reference's perplexity and leaves tokens below
 * e^-16 out of the divergence.
 *
 * Source: `kl_divergence` in tools/perplexity/perplexity.cpp.
 */
import { quantileOfSorted } from '../../stats/percentile'
import { type CorrectedMean, correctedMean } from './corrected-mean'
import type { Estimate } from './estimate'
import type { PositionScore } from './position-scorer'

export interface Divergence {
  readonly mean: number
  readonly median: number
  readonly p90: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export interface QualityFigures {
  readonly perplexity: Estimate
  readonly referencePerplexity: Estimate
  /** ln(perplexity / referencePerplexity). */
  readonly logPerplexityRatio: Estimate
  readonly divergence: Divergence
  readonly meanDivergence: Estimate
  readonly topAgreement: Estimate
  readonly rmsProbabilityChange: Estimate
  /** Three standard errors of `divergence.mean` as an estimate of the mean over whole distributions. */
  readonly errorBound: number
}

export interface WholeScore {
  readonly position: number
  readonly score: PositionScore
}

/** `whole` is null if `scores` cover whole distributions. */
export function qualityFigures(scores: readonly PositionScore[], whole: readonly WholeScore[] | null): QualityFigures {
  const mean = (of: (score: PositionScore) => number): CorrectedMean =>
    correctedMean(
      scores.map(of),
      (whole ?? scores.map((score, position) => ({ position, score }))).map(({ position, score }) => ({ position, exact: of(score) })),
    )
  const divergence = mean((score) => score.divergence)
  return {
    perplexity: exponential(mean((score) => score.nll)),
    referencePerplexity: exponential(mean((score) => score.referenceNll)),
    logPerplexityRatio: estimateOf(mean((score) => score.nll - score.referenceNll)),
    divergence: { ...percentiles(scores, whole), mean: divergence.value },
    meanDivergence: estimateOf(divergence),
    topAgreement: agreement(scores),
    rmsProbabilityChange: rootOf(mean((score) => probabilityChange(score) ** 2)),
    errorBound: divergence.errorBound,
  }
}

const estimateOf = ({ value, error }: Estimate): Estimate => ({ value, error })

const exponential = ({ value, error }: Estimate): Estimate => ({ value: Math.exp(value), error: Math.exp(value) * error })

function rootOf({ value, error }: Estimate): Estimate {
  const root = Math.sqrt(Math.max(0, value))
  return { value: root, error: root > 0 ? error / (2 * root) : 0 }
}

const probabilityChange = ({ nll, referenceNll }: PositionScore): number => Math.exp(-nll) - Math.exp(-referenceNll)

function agreement(scores: readonly PositionScore[]): Estimate {
  const value = scores.filter(({ sameTop }) => sameTop).length / scores.length
  return { value, error: scores.length < 2 ? 0 : Math.sqrt((value * (1 - value)) / (scores.length - 1)) }
}

function percentiles(scores: readonly PositionScore[], whole: readonly WholeScore[] | null): Omit<Divergence, 'mean'> {
  const values = Float64Array.from(scores, ({ divergence }) => divergence)
  for (const { position, score } of whole ?? []) values[position] = score.divergence
  values.sort()
  return {
    median: quantileOfSorted(values, 0.5),
    p90: quantileOfSorted(values, 0.9),
    p99: quantileOfSorted(values, 0.99),
    p999: quantileOfSorted(values, 0.999),
    max: quantileOfSorted(values, 1),
  }
}
