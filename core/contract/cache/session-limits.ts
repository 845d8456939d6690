/** How much of a cache goes to the disk. No schema library, so that a window can plan with it. */

/** Of one sequence: the engine keeps no more (core/plan/parts/checkpoints.ts), and a saved cache has no more. */
export const mostCheckpoints = 32
