import { CircleStop, Play } from 'lucide-react'
import { policies } from '../../../core/lab/policies/all'
import { type LaneFault, laneFaults, recordingLimits } from '../../../core/lab/recording/limits'
import { formatCount, formatPercent } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { Choice } from '../../ui/controls/choice'
import { ValueSlider } from '../../ui/controls/value-slider'
import { Labelled, TextField } from '../../ui/fields/form-field'
import { useExperiments } from '../experiments/experiment-store'
import { ModelChoice } from '../experiments/model-choice'
import { examples } from './examples'
import { faultNames, faultNotes, policyTitle } from './lane-text'
import { cancelRecording, changeRequest, startRecording, useRecording } from './recording-store'

const budgets = [20, 24, 32, 40, 48, 56, 64, 80, 96, 128, 192, 256] as const
const answers = [4, 8, 16, 24, 32, 48, 64] as const

export function RecordingSetup() {
  const request = useRecording((state) => state.request)
  const progress = useRecording((state) => state.progress)
  const isExperimenting = useExperiments((state) => state.running !== null)
  const example = examples.find(({ question }) => question === request.question)
  return (
    <form
      aria-label="Recording"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void startRecording()
      }}
    >
      <p className="text-[13px] text-soft leading-snug">Two caches read the same question and answer it. Every step of both is kept.</p>
      <Labelled label="Example" meaning="Questions that show a difference; the text below can be changed.">
        <Choice
          label="Example"
          value={example?.id ?? ''}
          placeholder="Your own text"
          options={examples.map(({ id, name, note }) => ({ value: id, label: name, note }))}
          onChange={(id) => changeRequest({ question: examples.find((one) => one.id === id)?.question ?? '' })}
        />
      </Labelled>
      <TextField
        label="Question"
        meaning={`What the model is asked. Up to ${formatCount(recordingLimits.promptTokens)} tokens.`}
        value={request.question}
        onChange={(question) => changeRequest({ question: question.slice(0, recordingLimits.questionCharacters) })}
        lines={6}
      />
      <LaneFields which={0} />
      <LaneFields which={1} />
      <Steps
        label="Budget"
        meaning="Cells that each head of each layer may hold. The full cache ignores it; Quest reads as many."
        values={budgets}
        value={request.budgetTokens}
        unit="cells per head"
        onChange={(budgetTokens) => changeRequest({ budgetTokens })}
      />
      <Steps
        label="Answer"
        meaning="Tokens that are written at most."
        values={answers}
        value={request.answerTokens}
        unit="tokens"
        onChange={(answerTokens) => changeRequest({ answerTokens })}
      />
      <ModelChoice value={request.modelId} onChange={(modelId) => changeRequest({ modelId })} />
      <div className="-mx-4 -bottom-3 -mb-3 sticky z-20 flex flex-col border-line border-t bg-paper px-4 py-3">
        {progress ? (
          <div className="flex items-center gap-3">
            <Button onClick={cancelRecording}>
              <CircleStop size={14} aria-hidden /> Cancel
            </Button>
            <p role="status" className="min-w-0 text-[13px] text-soft leading-snug">
              {formatPercent(progress.share)}, {policyTitle(progress.what)}
            </p>
          </div>
        ) : (
          <>
            <Button look="primary" type="submit" disabled={request.question.trim() === '' || isExperimenting}>
              <Play size={14} aria-hidden /> Record
            </Button>
            {isExperimenting && <p className="mt-1 text-[12px] text-soft">You can record when the experiment has ended.</p>}
          </>
        )}
      </div>
    </form>
  )
}

const sides = ['Left', 'Right'] as const

function LaneFields({ which }: { readonly which: 0 | 1 }) {
  const lanes = useRecording((state) => state.request.lanes)
  const change = (changed: Partial<(typeof lanes)[number]>) => {
    const next = { ...lanes[which], ...changed }
    changeRequest({ lanes: which === 0 ? [next, lanes[1]] : [lanes[0], next] })
  }
  const side = sides[which]
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-0.5 text-soft">{side} cache</legend>
      <Choice
        label={`${side} policy`}
        value={lanes[which].policy}
        options={policies.map(({ name, idea }) => ({ value: name, label: policyTitle(name), note: idea }))}
        onChange={(policy) => change({ policy })}
      />
      <Choice
        label={`${side} fault`}
        value={lanes[which].fault}
        options={laneFaults.map((fault: LaneFault) => ({ value: fault, label: faultNames[fault], note: faultNotes[fault] }))}
        onChange={(fault) => change({ fault })}
      />
    </fieldset>
  )
}

interface StepsProps {
  readonly label: string
  readonly meaning: string
  readonly values: readonly number[]
  readonly value: number
  readonly unit: string
  readonly onChange: (value: number) => void
}

function Steps({ label, meaning, values, value, unit, onChange }: StepsProps) {
  const text = `${formatCount(value)} ${unit}`
  return (
    <Labelled label={`${label}: ${text}`} meaning={meaning}>
      <ValueSlider
        label={label}
        positions={values.length}
        position={Math.max(0, values.indexOf(value))}
        onChange={(at) => onChange(values[at] ?? value)}
        valueText={text}
      />
    </Labelled>
  )
}
