/** The window imports this file, so it does not import zod. */

export const mostDocuments = 32
export const documentBytes = 100 * 2 ** 20
/** The limit for one document, before pages are chosen. In UTF-16 code units. */
export const documentCharacters = 16_000_000
export const pagesCharacters = 1000
/** The limit for a file that is not on the disk, such as a pasted one. */
export const receivedBytes = 16 * 2 ** 20
/** The limit for one image. */
export const imageBytes = 8 * 2 ** 20
/** The limit for all images in a prompt. */
export const promptImageBytes = 64 * 2 ** 20
