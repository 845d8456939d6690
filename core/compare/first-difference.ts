/** Returns null if the lists are equal, or the shorter length if one is a prefix of the other. */
export function firstDifference<T>(one: ArrayLike<T>, other: ArrayLike<T>): number | null {
  const shorter = Math.min(one.length, other.length)
  for (let at = 0; at < shorter; at++) if (one[at] !== other[at]) return at
  return one.length === other.length ? null : shorter
}
