import type { StoredPrefix } from '../../../core/contract/cache/prefixes'
import type { NameOf } from './prefix-name'

export const columnKeys = ['name', 'tier', 'tokens', 'bytes', 'checkpoints', 'usedAtMs', 'hits', 'savedMs'] as const
export type ColumnKey = (typeof columnKeys)[number]

export interface Sorting {
  readonly key: ColumnKey
  readonly isDescending: boolean
}

const tierOrder: readonly StoredPrefix['tier'][] = ['cells', 'memory', 'disk']

/** Unknown values come last in both directions. */
export function sortPrefixes(prefixes: readonly StoredPrefix[], { key, isDescending }: Sorting, nameOf: NameOf): StoredPrefix[] {
  const sortedBy = (prefix: StoredPrefix): string | number | null =>
    key === 'name' ? nameOf(prefix) : key === 'tier' ? tierOrder.indexOf(prefix.tier) : prefix[key]
  return [...prefixes].sort((left, right) => {
    const [a, b] = [sortedBy(left), sortedBy(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b)
    return (isDescending ? -order : order) || left.id.localeCompare(right.id)
  })
}
