/** Limits of saved caches. No zod, so that windows can import them. */

/** Checkpoints per sequence, in the engine (core/plan/parts/checkpoints.ts) and in a saved cache. */
export const mostCheckpoints = 32
