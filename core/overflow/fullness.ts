/** From 80% of a context on, a window warns; from 95% on, the next answer may not fit. */
export type Fullness = 'roomy' | 'nearly-full' | 'full'

export const fullnessOf = (usedTokens: number, totalTokens: number): Fullness =>
  usedTokens >= 0.95 * totalTokens ? 'full' : usedTokens >= 0.8 * totalTokens ? 'nearly-full' : 'roomy'
