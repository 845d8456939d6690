/** Prefixes that belong to no conversation have owners whose ids begin differently from those of conversations. */
import type { PrefixKind } from '../contract/cache/prefixes'

const beginnings: Readonly<Record<PrefixKind, string>> = { document: 'd-', 'system-prompt': 'e-' }

/** File names of saved caches contain ids, so these are hexadecimal as well. */
export const ownerIdOf = (kind: PrefixKind, hash: string): string => `${beginnings[kind]}${hash.slice(0, 48)}`

/** undefined for the id of a conversation. */
export const prefixKindOf = (ownerId: string): PrefixKind | undefined =>
  (Object.keys(beginnings) as PrefixKind[]).find((kind) => ownerId.startsWith(beginnings[kind]))
