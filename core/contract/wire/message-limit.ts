/** From a window; a long pasted prompt fits. The headless host closes the connection on a larger one. */
export const largestMessageBytes = 32 * 2 ** 20

/** From a window to the engine, on the thread that feeds the decoder. */
export const largestViewMessageBytes = 256 * 2 ** 10

/** Objects, arrays and members. The longest benchmark plan has half as many. */
export const mostRequestValues = 100_000
/** Per window, with open streams; a window uses less than 50. */
export const mostOpenRequests = 256
