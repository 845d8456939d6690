import { Dialog } from '@base-ui/react/dialog'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
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
          {copy.models.dropped.looking}
        </p>
      )}
      <Dialog.Root open={candidates !== undefined} onOpenChange={(next) => !next && dismissImport()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Popup className="fixed top-[12%] left-1/2 z-50 flex max-h-[76%] w-[34rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised p-4 shadow-raised">
            <Dialog.Title className="font-semibold">{copy.models.dropped.title(candidates?.length ?? 0, fresh.length)}</Dialog.Title>
            <Dialog.Description className="mt-1 text-[13px] text-soft leading-snug">
              {copy.models.dropped.text(fresh.length, bytes)}
            </Dialog.Description>
            <ul className="mt-3 min-h-0 divide-y divide-line overflow-y-auto rounded-md border border-line">
              {(candidates ?? []).map((candidate) => (
                <li key={candidate.path} className="px-3 py-2 text-[13px]">
                  <p className="truncate" title={candidate.path}>
                    {candidate.name}
                  </p>
                  <p className="text-[12px] text-faint">
                    {copy.models.dropped.model(candidate.sizeBytes, candidate.parts, candidate.sameAs !== null)}
                  </p>
                </li>
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <Button look="quiet" onClick={dismissImport}>
                {fresh.length > 0 ? copy.models.dropped.cancel : copy.models.dropped.close}
              </Button>
              {fresh.length > 0 && (
                <>
                  <Button onClick={() => void take('move')}>{copy.models.dropped.move}</Button>
                  <Button onClick={() => void take('copy')}>{copy.models.dropped.copy}</Button>
                  <Button look="primary" onClick={() => void take('link')}>
                    {copy.models.dropped.link}
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
