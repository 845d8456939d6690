import { Layers } from 'lucide-react'
import { memo, useState } from 'react'
import type { CompareRunSummary } from '../../core/contract/compare/compare-runs'
import { copy } from '../../core/copy/copy'
import { IconButton } from '../ui/controls/icon-button'
import { MoreItem, MoreMenu, MoreSeparator } from '../ui/controls/more-menu'
import { RenameField } from '../ui/controls/rename-field'
import { runName } from './run/run-name'
import { exportRuns, renameRun, toggleOverlay } from './run/run-store'

export interface RunItemProps {
  readonly run: CompareRunSummary
  /** 0 for the open run, above 0 for an overlay, -1 for other runs. */
  readonly position: number
  readonly canOverlay: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

export const RunItem = memo(function RunItem({ run, position, canOverlay, onOpen, onRemove }: RunItemProps) {
  const [renaming, setRenaming] = useState(false)
  const texts = copy.compare.runs.item
  if (renaming) {
    return (
      <RenameField
        label={texts.newTitle}
        title={run.title}
        onRename={(title) => void renameRun(run.id, title)}
        onDone={() => setRenaming(false)}
      />
    )
  }
  const name = runName(run)
  return (
    <li className={`group flex items-center rounded-md ${position >= 0 ? 'bg-accent-soft' : 'hover:bg-sunken'}`}>
      <button
        type="button"
        aria-current={position === 0 ? 'page' : undefined}
        title={`${name}\n${run.modelName}`}
        className="min-w-0 flex-1 rounded-md px-2 py-1.5 text-left"
        onClick={onOpen}
      >
        <span className="block truncate text-[13px]">{name}</span>
        <span className="block truncate text-[12px] text-soft">{texts.line(run)}</span>
      </button>
      {canOverlay && position !== 0 && (
        <IconButton
          icon={Layers}
          size={14}
          label={position > 0 ? texts.removeOverlay(name) : texts.overlay(name)}
          aria-pressed={position > 0}
          className={`size-6 ${position > 0 ? 'text-accent' : 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100'}`}
          onClick={() => toggleOverlay(run.id)}
        />
      )}
      <ItemMenu run={run} onRename={() => setRenaming(true)} onRemove={onRemove} />
    </li>
  )
})

function ItemMenu({
  run,
  onRename,
  onRemove,
}: {
  readonly run: CompareRunSummary
  readonly onRename: () => void
  readonly onRemove: () => void
}) {
  const texts = copy.compare.runs.item
  return (
    <MoreMenu of={runName(run)} size="item">
      <MoreItem onClick={onRename}>{texts.rename}</MoreItem>
      <MoreItem onClick={() => void exportRuns([run.id], 'csv')}>{texts.exportCsv}</MoreItem>
      <MoreSeparator />
      <MoreItem danger disabled={run.state === 'running' || run.state === 'paused'} onClick={onRemove}>
        {texts.remove}
      </MoreItem>
    </MoreMenu>
  )
}
