/** The window imports this file, so it does not import zod. `latent` is MLA's vector per token. */
export const readCacheKinds = ['full', 'sliding', 'latent', 'compressed', 'indexer', 'recurrent'] as const
export type ReadCacheKind = (typeof readCacheKinds)[number]
