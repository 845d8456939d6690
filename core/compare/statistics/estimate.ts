export interface Estimate {
  readonly value: number
  /** One standard error. 0 for fewer than two values. */
  readonly error: number
}

/** Source: `mean_and_uncertainty` in tools/perplexity/perplexity.cpp. */
export function meanOf(values: ArrayLike<number>): Estimate {
  const { mean, variance } = momentsOf(values)
  return { value: mean, error: values.length < 2 ? 0 : Math.sqrt(variance / (values.length - 1)) }
}

/** Returns NaN if there are no values. `variance` is the population variance (divisor n, not n − 1). */
export function momentsOf(values: ArrayLike<number>): { readonly mean: number; readonly variance: number } {
  const { length } = values
  let sum = 0
  for (let at = 0; at < length; at++) sum += values[at] as number
  const mean = sum / length
  let squares = 0
  for (let at = 0; at < length; at++) squares += ((values[at] as number) - mean) ** 2
  return { mean, variance: squares / length }
}
