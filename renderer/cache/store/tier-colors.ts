import type { PrefixTier } from '../../../core/contract/cache/prefixes'

/** The faster the tier, the more vivid its color. */
export const tierColors: Readonly<Record<PrefixTier, string>> = {
  cells: 'var(--kind-full)',
  memory: 'var(--kind-sliding)',
  disk: 'var(--kind-weights)',
}
