/** The limits for each word of a verdict. */

/**
 * The largest mean KL divergence of each grade in nats, inclusive. The scale is what people accept of quantized weights: each limit is
 * near the mean divergence of a well-known weight type from f16.
 * Source: LLaMA 3 8B scoreboard in llama.cpp, tools/perplexity/README.md: q8_0 0.0014, q6_K 0.0055, q5_K_M 0.0108, q4_K_M 0.0313, q3_K_M
 * 0.1019 nats.
 */
export const qualityGrades = [
  { grade: 'same', mostNats: 0 },
  { grade: 'hardly-different', mostNats: 0.0014 },
  { grade: 'slightly-different', mostNats: 0.011 },
  { grade: 'different', mostNats: 0.032 },
  { grade: 'very-different', mostNats: Number.POSITIVE_INFINITY },
] as const
export type QualityGrade = (typeof qualityGrades)[number]['grade']

/** A difference of rates counts from this many of its standard errors: one in twenty would arise by chance. */
export const clearStandardErrors = 2
/** Rates that differ by less count as equal, however certain the difference: nobody notices it. */
export const leastRelativeDifference = 0.02
/** If chance alone could cause a larger difference, the rates are not called equal: the machine is too noisy to tell. */
export const mostBlurOfSameSpeed = 0.1
/** Below this share of memory, a difference is only rounding of cells. */
export const leastMemoryDifference = 0.005

/** undefined for NaN. */
export const gradeOf = (meanNats: number): QualityGrade | undefined => qualityGrades.find(({ mostNats }) => meanNats <= mostNats)?.grade
