import type { Dialect } from './routes'

/** Paths that no dialect has are refused in the shape of the first one. */
export const dialects: readonly Dialect[] = []
