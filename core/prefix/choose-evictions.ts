import type { Holding } from './holding'

export interface Shortage {
  readonly amount: number
  /** Sequences. */
  readonly places: number
}

/**
 * Takes `first`, if anything is short, and then the least valuable candidates until enough is free. Returns undefined if all of them together
 * are too few.
 *
 * A holding can be worth more once others leave, because it is the last with a shared trunk, but never less. So a candidate is taken if its
 * worth is still the least when it is asked for again. Source: Minoux, "Accelerated greedy algorithms", 1978.
 */
export function chooseEvictions(
  candidates: readonly Holding[],
  shortage: Shortage,
  worthOf: (holding: Holding, leaving: ReadonlySet<Holding>) => number,
  first: readonly Holding[] = [],
): Holding[] | undefined {
  const { amount, places } = shortage
  const leaving = new Set<Holding>()
  let freed = 0
  const isShort = () => freed < amount || leaving.size < places
  const take = (holding: Holding) => {
    leaving.add(holding)
    freed += holding.amount
  }
  for (const holding of first) if (isShort()) take(holding)
  const worths = new Map<Holding, number>()
  if (isShort()) for (const holding of candidates) if (!leaving.has(holding)) worths.set(holding, worthOf(holding, leaving))
  while (isShort()) {
    const least = leastOf(worths, freed < amount)
    if (!least) return undefined
    const worth = worthOf(least, leaving)
    if (worth > (worths.get(least) as number)) worths.set(least, worth)
    else {
      worths.delete(least)
      take(least)
    }
  }
  return withoutSpare([...leaving], shortage)
}

/** If only sequences are short, a long one frees no more than a short one. */
function leastOf(worths: ReadonlyMap<Holding, number>, isPerAmount: boolean): Holding | undefined {
  let least: { readonly holding: Holding; readonly density: number } | undefined
  for (const [holding, worth] of worths) {
    const density = worth / (isPerAmount ? holding.amount : 1)
    if (!least || density < least.density || (density === least.density && holding.usedAtMs < least.holding.usedAtMs))
      least = { holding, density }
  }
  return least?.holding
}

/** A large holding, chosen last, can make smaller ones unnecessary. */
function withoutSpare(chosen: readonly Holding[], { amount, places }: Shortage): Holding[] {
  const needed = new Set(chosen)
  let spare = chosen.reduce((sum, holding) => sum + holding.amount, 0) - amount
  for (const holding of [...chosen].reverse()) {
    if (holding.amount > spare || needed.size <= places) continue
    needed.delete(holding)
    spare -= holding.amount
  }
  return [...needed]
}
