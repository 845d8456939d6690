/** Changes a JSON value at random, as hostile clients do. */
import type { Random } from '../../stats/seeded-random'

const strange: readonly unknown[] = [null, '', 'x', -1, 0, 1e308, 0.5, true, [], {}, [null], { type: 'x' }, '\ud800', 'latest'.repeat(99)]

export function mutated(value: unknown, random: Random): unknown {
  const below = (limit: number) => Math.floor(random() * limit)
  if (typeof value !== 'object' || value === null || below(6) === 0) return strange[below(strange.length)]
  const keys = Object.keys(value)
  if (keys.length === 0) return strange[below(strange.length)]
  const key = keys[below(keys.length)] as string
  const inner = (value as Record<string, unknown>)[key]
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? mutated(each, random) : each))
  if (below(8) === 0) return { ...value, [`${key}_`]: inner }
  if (below(8) === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key))
  return { ...value, [key]: mutated(inner, random) }
}
