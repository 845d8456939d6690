export const mostCells = 2_000
export const compareTextCharacters = 4_000_000
export const importedFileBytes = 16 * 2 ** 20
export const compareTitleCharacters = 200
export const mostNewWords = 100_000

export const bundledTexts = ['story', 'code', 'pocket'] as const
export type BundledTextName = (typeof bundledTexts)[number]

/** Sizes of the suite in core/compare/suite. */
export const mostToolPrompts = 48
export const mostSchemaPrompts = 42

export const compareParts = ['speed', 'latency', 'quality', 'passkey', 'toolCalls', 'schemas', 'answers', 'cacheless', 'tune'] as const
export type ComparePart = (typeof compareParts)[number]
