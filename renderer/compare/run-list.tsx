import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Menu } from '@base-ui/react/menu'
import { Ellipsis, FileUp, Layers, Plus } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { BenchRunSummary } from '../../core/contract/bench-runs'
import { formatCount } from '../../core/text/amounts'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { exportRuns, importFile, openRun, removeRun, renameRun, showForm, toggleOverlay, useRuns } from './run-store'

/** All runs there are, here or imported, and the way to a new one. */
export function RunList({ onChosen }: { readonly onChosen: () => void }) {
  const runs = useRuns((state) => state.runs)
  const shown = useRuns((state) => state.shown)
  const [filter, setFilter] = useState('')
  const [asked, setAsked] = useState<BenchRunSummary>()
  const found = runs?.filter((run) => matches(run, filter))
  return (
    <>
      <div className="flex flex-col gap-2 px-3 pt-4 pb-2">
        <h1 className="px-1 font-semibold text-xl">Compare</h1>
        <Button
          look={shown.length === 0 ? 'plain' : 'primary'}
          aria-current={shown.length === 0 ? 'page' : undefined}
          onClick={() => {
            showForm()
            onChosen()
          }}
        >
          <Plus size={15} aria-hidden /> New comparison
        </Button>
        <ImportButton />
        {(runs?.length ?? 0) > 1 && (
          <input
            type="search"
            aria-label="Filter the runs"
            placeholder="Filter by title or model"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            className="h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-[13px] placeholder:text-faint"
          />
        )}
      </div>
      <ul aria-label="Runs" className="min-h-0 overflow-y-auto px-2 pb-3">
        {found?.map((run) => (
          <RunItem
            key={run.id}
            run={run}
            place={shown.indexOf(run.id)}
            canOverlay={shown.length > 0}
            onOpen={() => {
              openRun(run.id)
              onChosen()
            }}
            onRemove={() => setAsked(run)}
          />
        ))}
      </ul>
      {found?.length === 0 && (
        <p className="px-4 pb-4 text-[13px] text-faint">
          {filter === '' ? 'Nothing has been compared yet.' : 'No run has that in its title or model.'}
        </p>
      )}
      <RemoveDialog run={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

const matches = ({ title, modelName, kind, state }: BenchRunSummary, filter: string): boolean =>
  `${title} ${modelName} ${kind} ${state}`.toLowerCase().includes(filter.trim().toLowerCase())

function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button title="Results of llama-bench, as CSV, JSON or JSONL, or an export of Headroom" onClick={() => input.current?.click()}>
        <FileUp size={15} aria-hidden /> Import…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.json,.jsonl"
        aria-label="File to import"
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void importFile(file)
          event.target.value = ''
        }}
      />
    </>
  )
}

interface RunItemProps {
  readonly run: BenchRunSummary
  /** Among the runs that are shown: 0 is open, others lie over it, -1: not shown. */
  readonly place: number
  readonly canOverlay: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

const RunItem = memo(function RunItem({ run, place, canOverlay, onOpen, onRemove }: RunItemProps) {
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

function RemoveDialog({ run, onClose }: { readonly run: BenchRunSummary | undefined; readonly onClose: () => void }) {
  return (
    <AlertDialog.Root open={run !== undefined} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="fixed top-1/3 left-1/2 z-50 w-96 max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-lg border border-line bg-raised p-4 shadow-raised">
          <AlertDialog.Title className="font-semibold">Delete this run?</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 line-clamp-4 text-[13px] text-soft leading-snug [overflow-wrap:anywhere]">
            “{run?.title || run?.modelName}” and everything that was measured in it. It cannot be undone; export it first to keep it.
          </AlertDialog.Description>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Keep it</Button>
            <Button
              look="danger"
              onClick={() => {
                if (run) void removeRun(run.id)
                onClose()
              }}
            >
              Delete
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
