/** What a converter writes into a GGUF file: keys without their prefix, the architecture. */
export type GgufKeys = Readonly<Record<string, number | boolean | readonly number[] | readonly boolean[] | undefined>>

/** The same keys without those that are not said. */
export const defined = (keys: GgufKeys): Readonly<Record<string, number | boolean | readonly number[] | readonly boolean[]>> =>
  Object.fromEntries(Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
