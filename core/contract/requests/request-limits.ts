/** Does not import zod, because the window imports this file. */

/** Figures are kept of this many requests, and bodies of this many. */
export const mostRequests = 2000
export const mostBodies = 200
/** Tokens and texts of all kept bodies. */
export const mostBodyBytes = 128 * 2 ** 20
