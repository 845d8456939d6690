import { Question } from '../ui/question'

export interface EndAnswerDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onApply: () => void
}

export const EndAnswerDialog = ({ isOpen, onClose, onApply }: EndAnswerDialogProps) => (
  <Question
    isOpen={isOpen}
    title="This ends the answer that is being written"
    text="New settings need a new context. What there is of the answer is kept."
    no="Keep writing"
    yes="Apply and stop"
    look="primary"
    onNo={onClose}
    onYes={onApply}
  />
)
