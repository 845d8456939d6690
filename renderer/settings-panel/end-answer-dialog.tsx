import { copy } from '../../core/copy/copy'
import { Question } from '../ui/question'

export interface EndAnswerDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onApply: () => void
}

export const EndAnswerDialog = ({ isOpen, onClose, onApply }: EndAnswerDialogProps) => (
  <Question
    isOpen={isOpen}
    title={copy.settings.endAnswer.title}
    text={copy.settings.endAnswer.text}
    no={copy.settings.endAnswer.no}
    yes={copy.settings.endAnswer.yes}
    look="primary"
    onNo={onClose}
    onYes={onApply}
  />
)
