/**
 * llama.cpp evaluates sequences together only if their numbers ascend without a gap. With answers in 0, 1 and 5, it reads the weights twice
 * for each step:
 *
 *   busy 0 · 1 · 5   2 groups
 *   and 2            2 groups: next to a busy one
 *   and 7            3 groups
 *
 * Source: `llama_batch_allocr::split_equal`, llama.cpp v0.4.0.
 */
export interface Candidate {
  readonly index: number
  /** What is lost if the sequence is taken after those before it. They can make it more, but never less. */
  costAfter(before: readonly Candidate[]): number
}

/** In the order in which they should be taken. `groupCost` is what one more group costs, in the unit of the candidates. */
export function inGroups<C extends Candidate>(candidates: readonly C[], busy: Iterable<number>, groupCost: number): C[] {
  const taken = new Set(busy)
  const ordered: C[] = []
  const costs = new Map(candidates.map((candidate) => [candidate, candidate.costAfter(ordered)]))
  const total = (candidate: C) => (costs.get(candidate) as number) + groupCost * (1 - neighborsOf(candidate.index, taken))
  while (costs.size > 0) {
    const next = [...costs.keys()].reduce((best, candidate) => (total(candidate) < total(best) ? candidate : best))
    const cost = next.costAfter(ordered)
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
