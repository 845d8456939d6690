/** What a policy would do next with the cells that there are, whichever policy left them. */
import { range } from '../selection/choose'
import type { EvictionPolicy, HeadCells } from '../selection/policy'

/**
 * Indexes of the cells of `heads[head]` that would go if each head of the layer had to give up `count`, ascending. Fewer, where
 * the policy always keeps more than the rest; none, where it never evicts.
 */
export function nextVictims(policy: EvictionPolicy, heads: readonly HeadCells[], head: number, count: number): number[] {
  const cells = heads[head]?.positions.length ?? 0
  const given = Math.min(count, cells - policy.leastTokens)
  if (!policy.savesMemory || given <= 0) return []
  const kept = new Set(policy.keep(heads, cells - given)[head])
  return range(0, cells).filter((cell) => !kept.has(cell))
}
