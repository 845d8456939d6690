/** Largest message from a window, in bytes of UTF-8: a pasted prompt fits, nothing reasonable is larger. The headless host closes the connection of a larger one. */
export const largestMessageBytes = 32 * 2 ** 20

/** The same for a window's messages to the engine, on the thread that feeds the decoder: the longest is a piece of text whose tokens are counted. */
export const largestViewMessageBytes = 256 * 2 ** 10

/** Objects, lists and their members in one request, however short they are: parsing and checking them takes time. The longest plan of a benchmark has half as many. */
export const mostRequestValues = 100_000
/** Requests of one window that wait for an answer, and streams that it follows: a window has less than 50. */
export const mostOpenRequests = 256
