/** No zod: windows import this. */

/** Per sequence, in the engine (core/plan/parts/checkpoints.ts) and in a saved cache. */
export const mostCheckpoints = 32
