/** No zod, so that windows can import this. */

export const mostCells = 2_000
/** Of the text for the quality part. */
export const compareTextCharacters = 4_000_000
/**
 * Size of an imported file of results; 20,000 rows of llama-bench take half of it. As JSON it fits into a message (`largestMessageBytes`).
 */
export const importedFileBytes = 16 * 2 ** 20
export const compareTitleCharacters = 200

/** Texts for the quality part that come with Headroom. */
export const bundledTexts = ['story', 'code', 'pocket'] as const
export type BundledTextName = (typeof bundledTexts)[number]

export const compareParts = ['speed', 'latency', 'quality', 'passkey', 'answers', 'cacheless', 'tune'] as const
export type ComparePart = (typeof compareParts)[number]
