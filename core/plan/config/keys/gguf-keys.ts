/** Keys without the architecture prefix. */
export type GgufKeys = Readonly<Record<string, number | boolean | readonly number[] | readonly boolean[] | undefined>>

export const defined = (keys: GgufKeys): Readonly<Record<string, number | boolean | readonly number[] | readonly boolean[]>> =>
  Object.fromEntries(Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
