/** Does not import zod, because the window imports this file. `latent` is MLA's vector per token. */
export const readCacheKinds = ['full', 'sliding', 'latent', 'compressed', 'indexer', 'recurrent'] as const
export type ReadCacheKind = (typeof readCacheKinds)[number]
