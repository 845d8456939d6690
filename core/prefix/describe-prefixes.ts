/** Describes what is stored. Main adds names and pins, and hides private conversations. */
import type { NextEviction, PrefixNode, PrefixTier, StoredPrefix } from '../contract/cache/prefixes'
import type { CacheKey } from './cache-key'
import type { Holding } from './holding'
import type { PrefixStore } from './prefix-store'
import { TokenTree } from './tree/token-tree'
import { treeShape } from './tree/tree-shape'

export interface ListedPrefix {
  readonly prefix: StoredPrefix
  /** The tokens, in the vocabulary of the loaded model. */
  readonly tokens: readonly number[]
}

/** The words that start at token `from` of the prefix. */
export type WordsAt = (listed: ListedPrefix, from: number) => string

export interface StoreClock {
  /** The time on the store's clock. */
  readonly now: number
  /** In milliseconds since 1970. */
  readonly dateMs: number
}

/** `bytesOf` is only called for cells, because the other tiers already count bytes. */
export function listHoldings(store: PrefixStore, key: CacheKey, clock: StoreClock, bytesOf: (holding: Holding) => number): ListedPrefix[] {
  return store.holdings
    .filter((holding) => holding.key === key && !holding.isLeaving)
    .map((holding) => ({
      tokens: store.tokensOf(holding.id),
      prefix: {
        id: holding.id,
        tier: holding.tier,
        conversationId: holding.owner,
        name: null,
        firstWords: '',
        tokens: holding.tokens,
        bytes: holding.tier === 'cells' ? bytesOf(holding) : holding.amount,
        checkpoints: holding.usable.stops.length,
        usedAtMs: clock.dateMs - (clock.now - holding.usedAtMs),
        hits: holding.hits,
        savedMs: holding.savedMs,
        isPinned: holding.isPinned,
        isBusy: holding.isGrowing || holding.isHeld,
        isUsable: true,
      },
    }))
}

export function listNext(store: PrefixStore, tiers: readonly PrefixTier[], { now }: StoreClock): NextEviction[] {
  return tiers.flatMap((tier) =>
    store.nextEvictions(tier, Number.POSITIVE_INFINITY, now).map(({ holding, reason, onlyTokens, againMs }): NextEviction => {
      if (reason === 'replaced') throw new Error('Expected no replacement without a new copy')
      return { prefixId: holding.id, reason, onlyTokens, againMs }
    }),
  )
}

/** Finds what the prefixes share, and adds the first words of each node. */
export function placePrefixes(
  listed: readonly ListedPrefix[],
  wordsAt: WordsAt,
): { readonly prefixes: StoredPrefix[]; readonly nodes: PrefixNode[] } {
  const tree = new TokenTree<ListedPrefix>()
  for (const one of listed) tree.add(one, one.tokens, 0)
  return {
    prefixes: listed.map((one) => ({ ...one.prefix, firstWords: wordsAt(one, 0) })),
    nodes: treeShape(tree.root).map(({ parent, from, to, values }) => ({
      parent,
      from,
      to,
      firstWords: wordsAt(values[0] as ListedPrefix, from),
      prefixIds: values.map(({ prefix }) => prefix.id),
    })),
  }
}
