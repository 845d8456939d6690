/** Per sequence, in the engine and in a saved cache. */
export const mostCheckpoints = 32

/** The limit for the name that a user gives to a stored prefix. */
export const prefixNameCharacters = 80
