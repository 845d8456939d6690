/** Does not import zod, because windows import this file. `latent` is MLA's single vector per token. */
export const readCacheKinds = ['full', 'sliding', 'latent', 'compressed', 'indexer', 'recurrent'] as const
export type ReadCacheKind = (typeof readCacheKinds)[number]
