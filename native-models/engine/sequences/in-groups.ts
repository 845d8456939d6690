interface Order<C> {
  readonly busy: readonly number[]
  /** What one more group costs, in the unit of `costAfter`. */
  readonly groupCost: number
  /** What is lost if the candidate is taken after those before it. They can make it more, but never less. */
  costAfter(candidate: C, before: readonly C[]): number
}

/**
 * The order in which sequences should be taken. llama.cpp evaluates sequences together only if their numbers ascend without a gap, so each
 * further group of busy sequences makes every step read the weights once more:
 *
 *   busy 0, 1 and 5    2 groups
 *   and also 2         2 groups, because 2 is next to 1
 *   and also 7         3 groups
 *
 * Source: `llama_batch_allocr::split_equal`, llama.cpp v0.4.0.
 */
export function inGroups<C extends { readonly index: number }>(candidates: readonly C[], { busy, groupCost, costAfter }: Order<C>): C[] {
  const taken = new Set(busy)
  const ordered: C[] = []
  const costs = new Map(candidates.map((candidate) => [candidate, costAfter(candidate, ordered)]))
  const total = (candidate: C) => (costs.get(candidate) as number) + groupCost * (1 - neighborsOf(candidate.index, taken))
  while (costs.size > 0) {
    const next = [...costs.keys()].reduce((best, candidate) => (total(candidate) < total(best) ? candidate : best))
    const cost = costAfter(next, ordered)
    if (cost > (costs.get(next) as number)) {
      costs.set(next, cost)
      continue
    }
    costs.delete(next)
    ordered.push(next)
    taken.add(next.index)
  }
  return ordered
}

/** A sequence between two busy ones joins their groups. */
const neighborsOf = (index: number, taken: ReadonlySet<number>): number => Number(taken.has(index - 1)) + Number(taken.has(index + 1))
