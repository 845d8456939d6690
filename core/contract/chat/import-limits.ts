export const largestImportBytes = 2 ** 30
/** In UTF-16 code units. */
export const importPieceCharacters = 2 ** 20
/** The summary names at most this many conversations of each kind. */
export const mostNamedImports = 50
