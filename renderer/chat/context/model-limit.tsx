import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { showScreen } from '../../window/window-store'

export interface ModelLimitProps {
  readonly trainedTokens: number
  /** Whether the text is longer than the model was trained for, so that a larger context does not help. */
  readonly isBeyondTraining: boolean
}

/** Instead of buttons that raise the context. */
export function ModelLimit({ trainedTokens, isBeyondTraining }: ModelLimitProps) {
  const details = usePreferences((values) => values.details)
  const texts = copy.chat.documents.tooLong
  if (!isBeyondTraining) return <span className="self-center text-soft">{texts.noRoom}</span>
  return (
    <>
      <span className="basis-full text-soft">{details ? texts.beyondTraining(trainedTokens) : texts.plainBeyondTraining}</span>
      <Button onClick={() => showScreen('models')}>{texts.findModel}</Button>
    </>
  )
}
