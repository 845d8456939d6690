import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Choice } from '../../ui/controls/choice'
import { answerCountStore, askFor } from './answer-count-store'
import { answerCounts, areAnswersEqual } from './answer-counts'

export function AnswerCount() {
  const modelId = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.file.id : undefined))
  return modelId === undefined ? null : <Count modelId={modelId} />
}

function Count({ modelId }: { readonly modelId: string }) {
  const count = useStore(answerCountStore, (state) => state.count)
  const sequences = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context.sequences : 1))
  const temperature = useStoredSettings(modelId)?.sampling.temperature
  const texts = copy.chat.answerCount
  const refused = areAnswersEqual(temperature) ? texts.sameAnswers : undefined
  const noteOf = (answers: number) => {
    if (answers === 1) return undefined
    return answers > sequences ? texts.needs(answers, sequences) : texts.onePrefill
  }
  return (
    <div className="w-29 shrink-0">
      <Choice
        label={texts.label}
        value={String(count)}
        options={answerCounts.map((answers) => ({
          value: String(answers),
          label: texts.option(answers),
          note: noteOf(answers),
          refused: answers > 1 ? refused : undefined,
        }))}
        onChange={(value) => askFor(Number(value))}
      />
    </div>
  )
}
