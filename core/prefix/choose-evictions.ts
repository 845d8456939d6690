import type { Holding } from './holding'

export interface Shortage {
  readonly amount: number
  /** Sequences. */
  readonly places: number
}

/**
 * Takes `first`, if anything is short, and then the least valuable candidates until enough is free. The worth is asked for again after each
 * choice: the last holding with a shared trunk is worth more than the others were. Returns undefined if all of them together are too few.
 */
export function chooseEvictions(
  candidates: readonly Holding[],
  shortage: Shortage,
  worthOf: (holding: Holding, leaving: ReadonlySet<Holding>) => number,
  first: readonly Holding[] = [],
): Holding[] | undefined {
  const { amount, places } = shortage
  const left = new Set(candidates)
  const leaving = new Set<Holding>()
  let freed = 0
  const isShort = () => freed < amount || leaving.size < places
  const take = (holding: Holding) => {
    left.delete(holding)
    leaving.add(holding)
    freed += holding.amount
  }
  for (const holding of first) if (isShort()) take(holding)
  while (isShort()) {
    // If only sequences are short, a long one frees no more than a short one.
    const isSizeShort = freed < amount
    let least: { readonly holding: Holding; readonly worth: number } | undefined
    for (const holding of left) {
      const worth = worthOf(holding, leaving) / (isSizeShort ? holding.amount : 1)
      const isLess = !least || worth < least.worth || (worth === least.worth && holding.usedAtMs < least.holding.usedAtMs)
      if (isLess) least = { holding, worth }
    }
    if (!least) return undefined
    take(least.holding)
  }
  return withoutSpare([...leaving], shortage)
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
