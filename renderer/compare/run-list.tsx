import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CompareRunSummary } from '../../core/contract/compare/compare-runs'
import { Button } from '../ui/controls/button'
import { FileButton } from '../ui/controls/file-button'
import { Question } from '../ui/question'
import { importFile, openRun, removeRun, showForm, useRuns } from './run/run-store'
import { RunItem } from './run-item'

export function RunList({ onChosen }: { readonly onChosen: () => void }) {
  const runs = useRuns((state) => state.runs)
  const shown = useRuns((state) => state.shown)
  const [filter, setFilter] = useState('')
  const [asked, setAsked] = useState<CompareRunSummary>()
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
        <FileButton
          title="Results of llama-bench, as CSV, JSON or JSONL, or an export of Headroom"
          label="File to import"
          accept=".csv,.json,.jsonl"
          onFile={(file) => void importFile(file)}
        >
          <FileUp size={15} aria-hidden /> Import…
        </FileButton>
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
            position={shown.indexOf(run.id)}
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

const matches = ({ title, modelName, kind, state }: CompareRunSummary, filter: string): boolean =>
  `${title} ${modelName} ${kind} ${state}`.toLowerCase().includes(filter.trim().toLowerCase())

function RemoveDialog({ run, onClose }: { readonly run: CompareRunSummary | undefined; readonly onClose: () => void }) {
  return (
    <Question
      isOpen={run !== undefined}
      title="Delete this run?"
      text={`“${run?.title || run?.modelName}” and everything that was measured in it. It cannot be undone; export it first to keep it.`}
      no="Keep it"
      yes="Delete"
      onNo={onClose}
      onYes={() => {
        if (run) void removeRun(run.id)
        onClose()
      }}
    />
  )
}
