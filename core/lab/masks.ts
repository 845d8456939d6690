/**
 * Which cells a query may read: those whose token stands at its own position or before.
 *
 *   full prefill        one-token decode      chunk decode
 *        k1 k2 k3           k1 k2 k3 k4            k1 k2 | k3 k4
 *   q1    1  .  .      q4    1  1  1  1       q3    1  1 |  1  .
 *   q2    1  1  .                             q4    1  1 |  1  1
 *   q3    1  1  1
 *
 * All three are the same rule; they differ in how many cells were there before the step. The rule looks at positions
 * and not at places, so it holds for cells that an eviction has left with gaps or a compaction out of order.
 */
export const isVisible = (queryPosition: number, cellPosition: number): boolean => cellPosition <= queryPosition
