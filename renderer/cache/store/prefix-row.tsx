import { Pin } from 'lucide-react'
import { useState } from 'react'
import type { StoredPrefix } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import { formatBytes, formatCount, formatMs } from '../../../core/text/amounts'
import { Badge } from '../../ui/badge'
import { MoreItem, MoreMenu, MoreSeparator } from '../../ui/controls/more-menu'
import { NameField } from '../../ui/controls/name-field'
import { tierColors } from './tier-colors'
import type { PrefixActions } from './use-prefix-actions'
import { wideCell } from './wide-cell'

export interface PrefixRowProps {
  readonly prefix: StoredPrefix
  readonly name: string
  readonly goesNext: boolean
  /** Its conversation. */
  readonly isInCells: boolean
  readonly actions: PrefixActions
  readonly isPointed: boolean
  readonly onPoint: (prefixId: string | null) => void
}

export function PrefixRow({ prefix, name, goesNext, isInCells, actions, isPointed, onPoint }: PrefixRowProps) {
  const [isNaming, setNaming] = useState(false)
  const { id, tier, firstWords, tokens, bytes, checkpoints, usedAtMs, hits, savedMs, isPinned, isBusy, isUsable } = prefix
  const { table, tiers, actions: verbs } = copy.cache.store
  const isOwned = prefix.conversationId !== null
  return (
    <tr
      className={`border-line border-t ${isPointed ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(null)}
    >
      <th scope="row" className="w-full max-w-0 py-1.5 pr-3 text-left font-normal">
        {isNaming ? (
          <NameField
            label={verbs.nameField}
            name={prefix.name ?? ''}
            onName={(typed) => void actions.rename(prefix, typed)}
            onDone={() => setNaming(false)}
          />
        ) : (
          <>
            <span className="flex min-w-0 items-center gap-1.5">
              {isPinned && <Pin size={12} aria-label={table.pinned} className="shrink-0 text-accent" />}
              <span className="truncate font-medium text-[13px]" title={name}>
                {name}
              </span>
              {isBusy && <Badge className="bg-accent-soft text-soft">{table.busy}</Badge>}
              {goesNext && <Badge className="bg-sunken text-soft">{table.next}</Badge>}
              {!isUsable && <Badge className="bg-sunken text-soft">{table.otherSettings}</Badge>}
            </span>
            {firstWords !== '' && firstWords !== name && (
              <span className="block truncate text-faint" title={firstWords}>
                {firstWords}
              </span>
            )}
          </>
        )}
      </th>
      <td className="whitespace-nowrap pr-3">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full" style={{ background: tierColors[tier] }} /> {tiers[tier].name}
        </span>
      </td>
      <td className="pr-3 text-right">{formatCount(tokens)}</td>
      <td className="whitespace-nowrap pr-3 text-right">{formatBytes(bytes)}</td>
      <td className={`pr-3 text-right ${wideCell}`}>{formatCount(checkpoints)}</td>
      <td className="whitespace-nowrap pr-3 text-right">
        {usedAtMs === null ? table.never : table.ago(Math.max(0, Date.now() - usedAtMs) / 1000)}
      </td>
      <td className={`pr-3 text-right ${wideCell}`}>{hits === null ? table.unknown : formatCount(hits)}</td>
      <td className="whitespace-nowrap pr-3 text-right">{savedMs ? formatMs(savedMs) : table.unknown}</td>
      <td className="text-right">
        {/* The menu would take the focus back from the field. */}
        {!isNaming && (
          <MoreMenu of={`${name}, ${tiers[tier].name}`} size="row">
            <MoreItem disabled={!isOwned || (!isPinned && !isUsable)} onClick={() => void actions.pin(prefix, !isPinned)}>
              {isPinned ? verbs.unpin : verbs.pin}
            </MoreItem>
            <MoreItem disabled={!isOwned} onClick={() => setNaming(true)}>
              {verbs.rename}
            </MoreItem>
            {tier !== 'cells' ? (
              <MoreItem disabled={!isOwned || !isUsable || isInCells} onClick={() => void actions.warm(prefix)}>
                {verbs.warm}
              </MoreItem>
            ) : (
              <MoreItem disabled={!isOwned || isBusy} onClick={() => void actions.save(prefix)}>
                {verbs.save}
              </MoreItem>
            )}
            <MoreSeparator />
            <MoreItem danger disabled={isBusy} onClick={() => actions.askToRemove(prefix)}>
              {verbs.remove}
            </MoreItem>
          </MoreMenu>
        )}
      </td>
    </tr>
  )
}
