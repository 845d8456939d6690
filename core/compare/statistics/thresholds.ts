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

/** With this limit, one in twenty differences would arise by chance. */
export const clearStandardErrors = 2
/** A smaller relative difference of rates is not noticeable. */
export const leastRelativeDifference = 0.02
/** Relative error. Above it, the machine is too noisy to call rates equal. */
export const mostBlurOfSameSpeed = 0.1
/** Share of memory. A smaller difference comes from rounding the number of cells. */
export const leastMemoryDifference = 0.005

export const gradeOf = (meanNats: number): QualityGrade | undefined => qualityGrades.find(({ mostNats }) => meanNats <= mostNats)?.grade
