import { Dialog } from '@base-ui/react/dialog'
import { useStore } from 'zustand'
import type { ImportCandidate } from '../../core/contract/models/library'
import { formatBytes } from '../../core/text/amounts'
import { Button } from '../ui/controls/button'
import { dismissImport, importStore, newCandidates, take } from './import-store'

export function ImportDialog() {
  const { candidates, isLooking } = useStore(importStore)
  const fresh = newCandidates(candidates ?? [])
  const bytes = fresh.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return (
    <>
      {isLooking && (
        <p role="status" className="fixed right-4 bottom-4 rounded-md bg-ink px-3 py-1.5 text-[13px] text-paper shadow-raised">
          Looking at what was dropped…
        </p>
      )}
      <Dialog.Root open={candidates !== undefined} onOpenChange={(next) => !next && dismissImport()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Popup className="fixed top-[12%] left-1/2 z-50 flex max-h-[76%] w-[34rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised p-4 shadow-raised">
            <Dialog.Title className="font-semibold">{titleOf(candidates ?? [], fresh)}</Dialog.Title>
            <Dialog.Description className="mt-1 text-[13px] text-soft leading-snug">
              {fresh.length > 0
                ? `They can be used from where they lie, or brought into Headroom's own folder, which takes ${formatBytes(bytes)}.`
                : 'There is nothing to bring in.'}
            </Dialog.Description>
            <ul className="mt-3 min-h-0 divide-y divide-line overflow-y-auto rounded-md border border-line">
              {(candidates ?? []).map((candidate) => (
                <li key={candidate.path} className="px-3 py-2 text-[13px]">
                  <p className="truncate" title={candidate.path}>
                    {candidate.name}
                  </p>
                  <p className="text-[12px] text-faint">{factsOf(candidate)}</p>
                </li>
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <Button look="quiet" onClick={dismissImport}>
                {fresh.length > 0 ? 'Cancel' : 'Close'}
              </Button>
              {fresh.length > 0 && (
                <>
                  <Button onClick={() => void take('move')}>Move</Button>
                  <Button onClick={() => void take('copy')}>Copy</Button>
                  <Button look="primary" onClick={() => void take('link')}>
                    Leave where they lie
                  </Button>
                </>
              )}
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function titleOf(candidates: readonly ImportCandidate[], fresh: readonly ImportCandidate[]): string {
  if (candidates.length === 0) return 'There is no model among what was dropped'
  if (fresh.length === 0) return 'All of these are in the list already'
  return fresh.length === 1 ? 'What shall become of this model?' : `What shall become of these ${fresh.length} models?`
}

const factsOf = ({ sizeBytes, parts, sameAs }: ImportCandidate): string =>
  [
    formatBytes(sizeBytes),
    ...(parts > 1 ? [`${parts} files`] : []),
    ...(sameAs === null ? [] : ['in the list already, with the same bytes']),
  ].join(' · ')
