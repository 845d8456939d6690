/**
 * full prefill        one-token decode      chunk decode
 *        k1 k2 k3           k1 k2 k3 k4            k1 k2 | k3 k4
 *   q1    1  .  .      q4    1  1  1  1       q3    1  1 |  1  .
 *   q2    1  1  .                             q4    1  1 |  1  1
 *   q3    1  1  1
 *
 * Compares positions, which evictions and compactions do not change.
 */
export const isVisible = (queryPosition: number, cellPosition: number): boolean => cellPosition <= queryPosition
