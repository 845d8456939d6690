import type { PrefixTier } from '../../../core/contract/cache/prefixes'

/** The most vivid one is the fastest. */
export const tierColors: Readonly<Record<PrefixTier, string>> = {
  cells: 'var(--kind-full)',
  memory: 'var(--kind-sliding)',
  disk: 'var(--kind-weights)',
}
