/** The window imports this file, so it does not import zod. */

export const mostDocuments = 32
export const documentBytes = 100 * 2 ** 20
/** Of one document, before pages are chosen. In UTF-16 code units. */
export const documentCharacters = 16_000_000
export const pagesCharacters = 1000
