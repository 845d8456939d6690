import { range } from '../selection/choose'
import type { EvictionPolicy, HeadCells } from '../selection/policy'

/**
 * The cells of `heads[head]`, ascending, that the policy would evict if each head lost `count` cells. Returns fewer cells if each head
 * would otherwise keep fewer than `leastTokens`.
 */
export function nextVictims(policy: EvictionPolicy, heads: readonly HeadCells[], head: number, count: number): number[] {
  const cells = heads[head]?.positions.length ?? 0
  const given = Math.min(count, cells - policy.leastTokens)
  if (!policy.savesMemory || given <= 0) return []
  const kept = new Set(policy.keep(heads, cells - given)[head])
  return range(0, cells).filter((cell) => !kept.has(cell))
}
