/** How much a benchmark may be, and what it is made of; no schema library, so that a window can say it before it asks. */

/** Cells that one run may have: more would not end. */
export const mostCells = 2_000
/** Characters of a text whose quality is measured. */
export const benchTextCharacters = 4_000_000
/** A file of results, in bytes: 20,000 rows of llama-bench take half of it. As JSON it stays below what a message may have. */
export const importedFileBytes = 16 * 2 ** 20
export const benchTitleCharacters = 200

export const benchParts = ['speed', 'latency', 'quality', 'passkey', 'answers', 'cacheless', 'tune'] as const
export type BenchPart = (typeof benchParts)[number]
