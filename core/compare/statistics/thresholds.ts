/** From which figure on a verdict uses which word, and why there. Nothing else decides about words. */

export interface QualityGrade {
  readonly grade: 'same' | 'hardly-different' | 'slightly-different' | 'different' | 'very-different'
  /** Mean KL divergence in nats up to which this word is used, inclusive. */
  readonly mostNats: number
  readonly words: string
  /** Why the limit is there. */
  readonly reason: string
}

/**
 * The measure is what people accept of quantized weights: each limit is near the mean divergence of a well-known type of weights
 * against f16. Source: LLaMA 3 8B scoreboard in llama.cpp, tools/perplexity/README.md: q8_0 0.0014, q6_K 0.0055, q5_K_M 0.0108,
 * q4_K_M 0.0313, q3_K_M 0.1019 nats.
 */
export const qualityGrades: readonly QualityGrade[] = [
  { grade: 'same', mostNats: 0, words: 'the very same distributions', reason: 'no bit of any probability differs' },
  {
    grade: 'hardly-different',
    mostNats: 0.0014,
    words: 'hardly different from the reference',
    reason: 'no more than q8_0 weights change the answers of LLaMA 3 8B (0.0014 nats)',
  },
  {
    grade: 'slightly-different',
    mostNats: 0.011,
    words: 'slightly different from the reference',
    reason: 'no more than q5_K_M weights change the answers of LLaMA 3 8B (0.0108 nats)',
  },
  {
    grade: 'different',
    mostNats: 0.032,
    words: 'different from the reference',
    reason: 'no more than q4_K_M weights, which many people use, change the answers of LLaMA 3 8B (0.0313 nats)',
  },
  {
    grade: 'very-different',
    mostNats: Number.POSITIVE_INFINITY,
    words: 'very different from the reference',
    reason: 'more than q4_K_M weights change the answers of LLaMA 3 8B (0.0313 nats)',
  },
]

/** A difference of rates counts when it is this many standard errors of the difference: by chance, one in twenty would be. */
export const clearStandardErrors = 2
/** Rates that differ by less are called the same, however sure the difference is: nobody feels it. */
export const leastRelativeDifference = 0.02
/** Rates whose difference could be larger than this by chance alone are not called as fast: a noisy machine cannot tell. */
export const mostBlurOfSameSpeed = 0.1
/** Below this share of memory a difference is rounding of cells. */
export const leastMemoryDifference = 0.005

/** A divergence of NaN has no grade. */
export const gradeOf = (meanNats: number): QualityGrade | undefined => qualityGrades.find(({ mostNats }) => meanNats <= mostNats)
