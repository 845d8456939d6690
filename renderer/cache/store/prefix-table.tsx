import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { CacheStore } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import type { NameOf } from './prefix-name'
import { PrefixRow } from './prefix-row'
import { type ColumnKey, columnKeys, type Sorting, sortPrefixes } from './sort-prefixes'
import type { PrefixActions } from './use-prefix-actions'
import { wideCell } from './wide-cell'

/** A number is most interesting if it is large. */
const descendsFirst = (key: ColumnKey): boolean => key !== 'name' && key !== 'tier'
const wideOnly: readonly ColumnKey[] = ['checkpoints', 'hits']

export interface PrefixTableProps {
  readonly store: CacheStore
  readonly nameOf: NameOf
  readonly actions: PrefixActions
  readonly pointed: string | null
  readonly onPoint: (prefixId: string | null) => void
}

export function PrefixTable({ store, nameOf, actions, pointed, onPoint }: PrefixTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'usedAtMs', isDescending: true })
  const texts = copy.cache.store.table
  const firstToGo = new Set(
    store.tiers.flatMap(({ tier }) => {
      const first = store.next.find(({ prefixId }) => store.prefixes.some(({ id, tier: where }) => id === prefixId && where === tier))
      return first ? [first.prefixId] : []
    }),
  )
  const sortBy = (key: ColumnKey) =>
    setSorting((before) => ({ key, isDescending: before.key === key ? !before.isDescending : descendsFirst(key) }))
  return (
    <table aria-label={texts.label} className="w-full text-[12px] tabular-nums">
      <thead className="text-faint">
        <tr>
          {columnKeys.map((key) => (
            <th
              key={key}
              scope="col"
              aria-sort={sorting.key === key ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
              title={key === 'hits' || key === 'savedMs' ? texts.meanings[key] : undefined}
              className={`whitespace-nowrap py-1 pr-3 font-normal ${key === 'name' || key === 'tier' ? 'text-left' : 'text-right'} ${wideOnly.includes(key) ? wideCell : ''}`}
            >
              <button
                type="button"
                className={`inline-flex items-center gap-0.5 rounded-sm hover:text-ink ${sorting.key === key ? 'font-medium text-ink' : ''}`}
                onClick={() => sortBy(key)}
              >
                {texts.columns[key]}
                {sorting.key === key && (sorting.isDescending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
              </button>
            </th>
          ))}
          <td className="w-8" />
        </tr>
      </thead>
      <tbody>
        {sortPrefixes(store.prefixes, sorting, nameOf).map((prefix) => (
          <PrefixRow
            key={prefix.id}
            prefix={prefix}
            name={nameOf(prefix)}
            goesNext={firstToGo.has(prefix.id)}
            isInCells={store.prefixes.some(({ tier, conversationId }) => tier === 'cells' && conversationId === prefix.conversationId)}
            actions={actions}
            isPointed={pointed === prefix.id}
            onPoint={onPoint}
          />
        ))}
      </tbody>
    </table>
  )
}
