/**
 * Maximum size of a message from a window, in bytes of UTF-8; a long pasted prompt fits. The headless host closes the connection on a
 * larger one.
 */
export const largestMessageBytes = 32 * 2 ** 20

/**
 * The same for messages from a window to the engine, which arrive on the thread that feeds the decoder. The longest is a piece of text to
 * count.
 */
export const largestViewMessageBytes = 256 * 2 ** 10

/**
 * Maximum objects, arrays and members in one request: parsing and validating them takes time. The longest benchmark plan has half as many.
 */
export const mostRequestValues = 100_000
/** Per window, pending requests and open streams together; a window uses less than 50. */
export const mostOpenRequests = 256
