/**
 * What future prompts lose if a holding goes: the time to get its tokens again, times how likely they are needed. Tokens that another
 * holding has as well cost only the difference of the two ways, so a shared trunk is worth nothing in all of its branches but the last.
 */
import { type Holding, reach, tiers } from './holding'
import { needOf } from './need'
import { fetchMsPerToken, processMs, type Rates } from './rates'
import type { TreeNode } from './tree/token-tree'

export interface Loss {
  /** Milliseconds, weighted with the need of each token. */
  readonly weightedMs: number
  readonly ms: number
  /** Tokens that would have to be processed again. */
  readonly tokens: number
}

export interface Circumstances {
  readonly rates: Rates
  readonly now: number
  /** Holdings that go, too. */
  readonly leaving: ReadonlySet<Holding>
}

/** `path` leads from the first token to the end of the holding. The loss never falls when more holdings leave. */
export function lossOf(holding: Holding, path: readonly TreeNode<Holding>[], { rates, now, leaving }: Circumstances): Loss {
  const own = fetchMsPerToken(rates, holding)
  const loss = { weightedMs: 0, ms: 0, tokens: 0 }
  let from = 0
  for (const { to, through, uses } of path) {
    const other = otherMsPerToken(holding, own, through, to, rates, leaving)
    if (reach(holding, to) === to) {
      const again = Math.min(processMs(rates, from, to), (other ?? Number.POSITIVE_INFINITY) * (to - from))
      const ms = Math.max(0, again - own * (to - from))
      loss.ms += ms
      loss.weightedMs += ms * needOf(uses, now)
      if (other === undefined) loss.tokens += to - from
      from = to
    } else if (other !== undefined) from = to
  }
  return loss
}

/** The cheapest other holding, or the first that is as cheap as this one. Holdings in less durable tiers go first, so they don't count. */
function otherMsPerToken(
  holding: Holding,
  own: number,
  through: ReadonlySet<Holding>,
  to: number,
  rates: Rates,
  leaving: ReadonlySet<Holding>,
): number | undefined {
  const durability = tiers.indexOf(holding.tier)
  let cheapest: number | undefined
  for (const other of through) {
    if (other === holding || other.isLeaving || leaving.has(other)) continue
    if (tiers.indexOf(other.tier) < durability || reach(other, to) !== to) continue
    const ms = fetchMsPerToken(rates, other)
    if (ms <= own) return ms
    if (cheapest === undefined || ms < cheapest) cheapest = ms
  }
  return cheapest
}
