/** The headless host closes the connection if a message is larger. */
export const largestMessageBytes = 32 * 2 ** 20

/** The limit is low, because the engine reads these messages on the decoder's thread. */
export const largestViewMessageBytes = 256 * 2 ** 10

/** Number of objects, arrays and members. The longest benchmark plan has half as many. */
export const mostRequestValues = 100_000
/** Requests per window, including open streams. A window uses fewer than 50. */
export const mostOpenRequests = 256
