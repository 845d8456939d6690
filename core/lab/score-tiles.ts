/** How many attention scores of one head are in memory at a time if attention goes tile by tile. */
export const scoreBytes = Float32Array.BYTES_PER_ELEMENT
/** Of the Lab's own attention: one query, 32 keys. */
export const labTileScores = 32
/** FlashAttention-2's largest tile, queries x keys (Dao, arXiv:2307.08691, section 3.3). */
export const flashTile = [128, 128] as const
export const flashTileBytes = flashTile[0] * flashTile[1] * scoreBytes
