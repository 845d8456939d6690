import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Layers } from 'lucide-react'
import { memo, useState } from 'react'
import type { BenchRunSummary } from '../../core/contract/bench-runs'
import { formatCount } from '../../core/text/amounts'
import { IconButton } from '../ui/icon-button'
import { exportRuns, renameRun, toggleOverlay } from './run-store'

export interface RunItemProps {
  readonly run: BenchRunSummary
  /** Among the runs that are shown: 0 is open, others lie over it, -1: not shown. */
  readonly place: number
  readonly canOverlay: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

/** One run of the list, with what can be done with it. */
export const RunItem = memo(function RunItem({ run, place, canOverlay, onOpen, onRemove }: RunItemProps) {
  const [renaming, setRenaming] = useState(false)
  if (renaming) return <RenameField run={run} onDone={() => setRenaming(false)} />
  const name = run.title || run.modelName
  return (
    <li className={`group flex items-center rounded-md ${place >= 0 ? 'bg-accent-soft' : 'hover:bg-sunken'}`}>
      <button
        type="button"
        aria-current={place === 0 ? 'page' : undefined}
        title={`${name}\n${run.modelName}`}
        className="min-w-0 flex-1 rounded-md px-2 py-1.5 text-left"
        onClick={onOpen}
      >
        <span className="block truncate text-[13px]">{name}</span>
        <span className="block truncate text-[12px] text-soft">{lineOf(run)}</span>
      </button>
      {canOverlay && place !== 0 && (
        <IconButton
          icon={Layers}
          size={14}
          label={place > 0 ? `Take ${name} off` : `Lay ${name} over`}
          aria-pressed={place > 0}
          className={`size-6 ${place > 0 ? 'text-accent' : 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100'}`}
          onClick={() => toggleOverlay(run.id)}
        />
      )}
      <ItemMenu run={run} onRename={() => setRenaming(true)} onRemove={onRemove} />
    </li>
  )
})

function lineOf({ state, kind, done, cells, failed, startedAt, modelName }: BenchRunSummary): string {
  const when = new Date(startedAt).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
  const what =
    kind === 'imported'
      ? 'imported'
      : state === 'done'
        ? failed > 0
          ? `${formatCount(failed)} failed`
          : kind === 'tune'
            ? 'tuning'
            : ''
        : `${state} ${formatCount(done)}/${formatCount(cells)}`
  return [when, what, modelName].filter(Boolean).join(' · ')
}

function ItemMenu({
  run,
  onRename,
  onRemove,
}: {
  readonly run: BenchRunSummary
  readonly onRename: () => void
  readonly onRemove: () => void
}) {
  const item = 'px-3 py-1.5 text-[13px] outline-none data-[disabled]:text-faint data-[highlighted]:bg-accent-soft'
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`More about ${run.title || run.modelName}`}
        className="mr-1 grid size-6 shrink-0 place-items-center rounded text-soft opacity-0 hover:bg-line focus-visible:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100"
      >
        <Ellipsis size={15} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="min-w-44 rounded-md border border-line bg-raised py-1 shadow-raised">
            <Menu.Item className={item} onClick={onRename}>
              Rename
            </Menu.Item>
            <Menu.Item className={item} onClick={() => void exportRuns([run.id], 'csv')}>
              Export as CSV
            </Menu.Item>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={`${item} text-danger`} disabled={run.state === 'running' || run.state === 'paused'} onClick={onRemove}>
              Delete…
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function RenameField({ run, onDone }: { readonly run: BenchRunSummary; readonly onDone: () => void }) {
  const [title, setTitle] = useState(run.title)
  const finish = (keep: boolean) => {
    onDone()
    if (keep && title.trim() !== '' && title !== run.title) void renameRun(run.id, title.trim())
  }
  return (
    <li>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename it.
        autoFocus
        aria-label="New title of the run"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true)
          if (event.key === 'Escape') finish(false)
        }}
        className="h-9 w-full rounded-md border border-accent bg-raised px-2 text-[13px]"
      />
    </li>
  )
}
