/** Per sequence, in the engine and in a saved cache. */
export const mostCheckpoints = 32
