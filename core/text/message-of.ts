/** The message of an error of another program, to be quoted. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
