import { type Random, seededRandom } from '../../stats/seeded-random'

/** A fixed sample for each seed, so that a short run is a mix of the suite. */
export const chosenPrompts = <T>(prompts: readonly T[], count: number, seed: number): readonly T[] =>
  shuffled(prompts, seededRandom(seed)).slice(0, count)

/** Source: the Fisher-Yates shuffle. */
export function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}
