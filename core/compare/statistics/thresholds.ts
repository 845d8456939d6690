/**
 * Largest mean KL divergence of each grade in nats. Source: LLaMA 3 8B scoreboard in llama.cpp, tools/perplexity/README.md: q8_0 0.0014,
 * q6_K 0.0055, q5_K_M 0.0108, q4_K_M 0.0313, q3_K_M 0.1019 nats.
 */
export const qualityGrades = [
  { grade: 'same', mostNats: 0 },
  { grade: 'hardly-different', mostNats: 0.0014 },
  { grade: 'slightly-different', mostNats: 0.011 },
  { grade: 'different', mostNats: 0.032 },
  { grade: 'very-different', mostNats: Number.POSITIVE_INFINITY },
] as const
export type QualityGrade = (typeof qualityGrades)[number]['grade']

/** Chance alone exceeds this in one of 20 measurements. */
export const clearStandardErrors = 2
/** Smaller relative differences between rates are too small to notice. */
export const leastRelativeDifference = 0.02
/** With fewer repetitions, there is no verdict on speed. */
export const leastRepetitions = 3
/** A mean whose standard deviation exceeds this share of it is unreliable. */
export const mostRelativeDeviation = 0.5
/** If half of the 95% interval exceeds this share of the reference's rate, a difference within it is unclear, not equal. */
export const mostBlurOfSameSpeed = 0.1
/** Fraction of the memory. Smaller differences come from rounding the number of cells. */
export const leastMemoryDifference = 0.005

export const gradeOf = (meanNats: number): QualityGrade | undefined => qualityGrades.find(({ mostNats }) => meanNats <= mostNats)?.grade

/** A guess that gives every token the same probability has a perplexity of the vocabulary's size. `vocabularyTokens` is 0 if unknown. */
export const isWorseThanGuessing = (perplexity: number, vocabularyTokens: number): boolean =>
  vocabularyTokens > 0 && perplexity > vocabularyTokens
