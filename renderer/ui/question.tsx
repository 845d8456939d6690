import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './controls/button'

export interface QuestionProps {
  readonly isOpen: boolean
  readonly title: string
  readonly text: ReactNode
  readonly no: string
  readonly yes: string
  /** `primary` if nothing is permanently lost. */
  readonly look?: 'danger' | 'primary'
  readonly onNo: () => void
  readonly onYes: () => void
}

export function Question({ isOpen, title, text, no, yes, look = 'danger', onNo, onYes }: QuestionProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => !next && onNo()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="fixed top-1/4 left-1/2 z-50 w-[28rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-lg border border-line bg-raised p-4 shadow-raised">
          <AlertDialog.Title className="font-semibold [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-[13px] text-soft leading-snug [overflow-wrap:anywhere]">
            {text}
          </AlertDialog.Description>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={onNo}>{no}</Button>
            <Button look={look} onClick={onYes}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
