import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '../ui/button'

export interface EndAnswerDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onApply: () => void
}

/** Asked before settings take the context away from an answer. */
export function EndAnswerDialog({ isOpen, onClose, onApply }: EndAnswerDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="fixed top-1/3 left-1/2 z-50 w-96 max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-lg border border-line bg-raised p-4 shadow-raised">
          <AlertDialog.Title className="font-semibold">This ends the answer that is being written</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-[13px] text-soft leading-snug">
            New settings need a new context. What there is of the answer is kept.
          </AlertDialog.Description>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Keep writing</Button>
            <Button look="primary" onClick={onApply}>
              Apply and stop
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
