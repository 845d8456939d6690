/** No zod: windows import this. `latent`: MLA's one vector per token. */
export const readCacheKinds = ['full', 'sliding', 'latent', 'compressed', 'indexer', 'recurrent'] as const
export type ReadCacheKind = (typeof readCacheKinds)[number]
