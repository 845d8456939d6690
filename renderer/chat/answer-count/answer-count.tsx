import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { useServerSampling } from '../../settings/use-server-sampling'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Choice } from '../../ui/controls/choice'
import { usePreferences } from '../../window/preference-store'
import { answerCountStore, askFor } from './answer-count-store'
import { answerCounts, areAnswersEqual } from './answer-counts'

/** The plain view shows it only if there is more than one answer. */
export function AnswerCount() {
  const details = usePreferences((values) => values.details)
  const isOne = useStore(answerCountStore, (state) => state.count === 1)
  const model = useApp(({ app }) => app?.model)
  if (!details && isOne) return null
  if (model?.status === 'ready') return <OnThisMachine modelId={model.file.id} context={model.context} />
  return model?.status === 'server' ? <AtServer id={model.server.id} /> : null
}

interface OnThisMachineProps {
  readonly modelId: string
  readonly context: { readonly sequences: number; readonly allocatedBytes: number }
}

function OnThisMachine({ modelId, context: { sequences, allocatedBytes } }: OnThisMachineProps) {
  const temperature = useStoredSettings(modelId)?.sampling.temperature
  const texts = copy.chat.answerCount
  // Each sequence has its own cells.
  const bytesOf = (answers: number) => (allocatedBytes / sequences) * answers
  const noteOf = (answers: number) =>
    answers > sequences ? texts.needs(answers, { before: allocatedBytes, after: bytesOf(answers) }) : texts.onePrefill
  return <Count temperature={temperature} noteOf={noteOf} />
}

function AtServer({ id }: { readonly id: string }) {
  return <Count temperature={useServerSampling(id)?.sampling.temperature} noteOf={() => copy.servers.oneRequestEach} />
}

interface CountProps {
  readonly temperature: number | undefined
  /** For more than one answer. */
  readonly noteOf: (answers: number) => string
}

function Count({ temperature, noteOf }: CountProps) {
  const count = useStore(answerCountStore, (state) => state.count)
  const texts = copy.chat.answerCount
  const refused = areAnswersEqual(temperature) ? texts.sameAnswers : undefined
  return (
    <div className="w-33 shrink-0">
      <Choice
        label={texts.label}
        value={String(count)}
        options={answerCounts.map((answers) => ({
          value: String(answers),
          label: texts.option(answers),
          note: answers > 1 ? noteOf(answers) : undefined,
          refused: answers > 1 ? refused : undefined,
        }))}
        onChange={(value) => askFor(Number(value))}
      />
    </div>
  )
}
