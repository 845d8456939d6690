import { AlertDialog } from '@base-ui/react/alert-dialog'
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BenchRunSummary } from '../../core/contract/bench-runs'
import { Button } from '../ui/button'
import { RunItem } from './run-item'
import { importFile, openRun, removeRun, showForm, useRuns } from './run-store'

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
