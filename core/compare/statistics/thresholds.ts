/** The limits for each word of a verdict, and their reasons. */

export interface QualityGrade {
  readonly grade: 'same' | 'hardly-different' | 'slightly-different' | 'different' | 'very-different'
  /** Largest mean KL divergence in nats for these words, inclusive. */
  readonly mostNats: number
  readonly words: string
  /** Why the limit is there. */
  readonly reason: string
}

/**
 * The scale is what people accept of quantized weights: each limit is near the mean divergence of a well-known weight type from f16.
 * Source: LLaMA 3 8B scoreboard in llama.cpp, tools/perplexity/README.md: q8_0 0.0014, q6_K 0.0055, q5_K_M 0.0108, q4_K_M 0.0313, q3_K_M
 * 0.1019 nats.
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

/** A difference of rates counts from this many of its standard errors: one in twenty would arise by chance. */
export const clearStandardErrors = 2
/** Rates that differ by less count as equal, however certain the difference: nobody notices it. */
export const leastRelativeDifference = 0.02
/** If chance alone could cause a larger difference, the rates are not called equal: the machine is too noisy to tell. */
export const mostBlurOfSameSpeed = 0.1
/** Below this share of memory, a difference is only rounding of cells. */
export const leastMemoryDifference = 0.005

/** undefined for NaN. */
export const gradeOf = (meanNats: number): QualityGrade | undefined => qualityGrades.find(({ mostNats }) => meanNats <= mostNats)
