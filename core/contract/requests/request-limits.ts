/** Does not import zod, because the window imports this file. */

/** How many requests the ledger keeps the figures of, and how many it keeps the bodies of. */
export const mostRequests = 2000
export const mostBodies = 200
/** How many refused requests the ledger lists. */
export const mostRefused = 100
/** The limit for the tokens and texts of all kept bodies. */
export const mostBodyBytes = 128 * 2 ** 20
