/** The headless host closes the connection after a larger message. */
export const largestMessageBytes = 32 * 2 ** 20

/** Low, because the engine reads these messages on the decoder's thread. */
export const largestViewMessageBytes = 256 * 2 ** 10

/** Counts objects, arrays and their members. The longest benchmark plan has half as many. */
export const mostRequestValues = 100_000
/** Per window, including open streams. */
export const mostOpenRequests = 256
