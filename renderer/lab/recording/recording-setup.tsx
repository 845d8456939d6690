import { CircleStop, Play } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { questionModes } from '../../../core/lab/experiments/policy-measures'
import { policies, sharedPolicies } from '../../../core/lab/policies/all'
import { type LaneFault, laneFaults, recordingLimits } from '../../../core/lab/recording/limits'
import { type BasePolicyName, baseOf, isShared } from '../../../core/lab/selection/policy'
import { formatPercent } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { Choice } from '../../ui/controls/choice'
import { Segmented } from '../../ui/controls/segmented'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { ValueSlider } from '../../ui/controls/value-slider'
import { Explained } from '../../ui/explained'
import { Labelled, TextField } from '../../ui/fields/form-field'
import { useExperiments } from '../experiments/experiment-store'
import { ModelChoice } from '../experiments/model-choice'
import { examples } from './examples'
import { cancelRecording, changeRequest, startRecording, useRecording } from './recording-store'

const budgets = [20, 24, 32, 40, 48, 56, 64, 80, 96, 128, 192, 256] as const
const answers = [4, 8, 16, 24, 32, 48, 64] as const

export function RecordingSetup() {
  const request = useRecording((state) => state.request)
  const progress = useRecording((state) => state.progress)
  const isExperimenting = useExperiments((state) => state.running !== null)
  const texts = copy.lab.recording.setup
  const { measures } = copy.lab
  const example = examples.find(({ question }) => question === request.question)
  return (
    <form
      aria-label={texts.form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void startRecording()
      }}
    >
      <p className="text-[13px] text-soft leading-snug">{texts.intro}</p>
      <Labelled label={texts.example} meaning={texts.exampleMeaning}>
        <Choice
          label={texts.example}
          value={example?.id ?? ''}
          placeholder={texts.ownText}
          options={examples.map(({ id }) => ({ value: id, label: texts.examples[id].name, note: texts.examples[id].note }))}
          onChange={(id) => changeRequest({ question: examples.find((one) => one.id === id)?.question ?? '' })}
        />
      </Labelled>
      <TextField
        label={texts.question}
        meaning={texts.questionMeaning(recordingLimits.promptTokens)}
        value={request.question}
        onChange={(question) => changeRequest({ question: question.slice(0, recordingLimits.questionCharacters) })}
        lines={6}
      />
      <LaneFields which={0} />
      <LaneFields which={1} />
      <div>
        <Labelled label={measures.modeChoice} meaning={texts.modeMeaning}>
          <div className="flex">
            <Segmented
              label={measures.modeChoice}
              value={request.mode}
              options={questionModes.map((value) => ({ value, label: measures.modes[value].label }))}
              onChange={(mode) => changeRequest({ mode })}
            />
          </div>
        </Labelled>
        <p className="mt-1 text-[12px] text-soft leading-snug">{measures.modes[request.mode].note}</p>
      </div>
      <Steps
        label={texts.budget}
        meaning={texts.budgetMeaning}
        values={budgets}
        value={request.budgetTokens}
        valueText={texts.budgetValue}
        onChange={(budgetTokens) => changeRequest({ budgetTokens })}
      />
      <Steps
        label={texts.answer}
        meaning={texts.answerMeaning}
        values={answers}
        value={request.answerTokens}
        valueText={texts.answerValue}
        onChange={(answerTokens) => changeRequest({ answerTokens })}
      />
      <ModelChoice value={request.modelId} onChange={(modelId) => changeRequest({ modelId })} />
      <div className="-mx-4 -bottom-3 -mb-3 sticky z-20 flex flex-col border-line border-t bg-paper px-4 py-3">
        {progress ? (
          <div className="flex items-center gap-3">
            <Button onClick={cancelRecording}>
              <CircleStop size={14} aria-hidden /> {texts.cancel}
            </Button>
            <p role="status" className="min-w-0 text-[13px] text-soft leading-snug">
              {copy.lab.progress(formatPercent(progress.share), copy.lab.work(progress.work))}
            </p>
          </div>
        ) : (
          <>
            <Button look="primary" type="submit" disabled={request.question.trim() === '' || isExperimenting}>
              <Play size={14} aria-hidden /> {texts.record}
            </Button>
            {isExperimenting && <p className="mt-1 text-[12px] text-soft">{texts.waits}</p>}
          </>
        )}
      </div>
    </form>
  )
}

const sharedOf = (policy: BasePolicyName) => sharedPolicies.find(({ name }) => name === `ada:${policy}`)?.name

function LaneFields({ which }: { readonly which: 0 | 1 }) {
  const lanes = useRecording((state) => state.request.lanes)
  const change = (changed: Partial<(typeof lanes)[number]>) => {
    const next = { ...lanes[which], ...changed }
    changeRequest({ lanes: which === 0 ? [next, lanes[1]] : [lanes[0], next] })
  }
  const texts = copy.lab.recording.setup
  const own = texts.lanes[which]
  const { policy } = lanes[which]
  const shared = sharedOf(baseOf(policy))
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-0.5 text-soft">{own?.cache}</legend>
      <Choice
        label={own?.policy ?? ''}
        value={baseOf(policy)}
        options={policies.map(({ name }) => ({
          value: baseOf(name),
          label: copy.lab.policies.title(name),
          note: copy.lab.policies.textsOf(name).idea,
        }))}
        onChange={(chosen) => change({ policy: (isShared(policy) && sharedOf(chosen)) || chosen })}
      />
      <Choice
        label={own?.fault ?? ''}
        value={lanes[which].fault}
        options={laneFaults.map((fault: LaneFault) => ({ value: fault, label: texts.faults[fault].name, note: texts.faults[fault].note }))}
        onChange={(fault) => change({ fault })}
      />
      <div className="col-span-2 flex items-center justify-between gap-3">
        <Explained by={shared ? texts.sharing.meaning : texts.sharing.refused} className={shared ? 'text-soft' : 'text-faint'}>
          {texts.sharing.name}
        </Explained>
        <ToggleSwitch
          label={own?.sharing ?? ''}
          checked={isShared(policy)}
          disabled={!shared}
          onChange={(isOn) => change({ policy: (isOn && shared) || baseOf(policy) })}
        />
      </div>
    </fieldset>
  )
}

interface StepsProps {
  readonly label: string
  readonly meaning: string
  readonly values: readonly number[]
  readonly value: number
  readonly valueText: (value: number) => string
  readonly onChange: (value: number) => void
}

function Steps({ label, meaning, values, value, valueText, onChange }: StepsProps) {
  const text = valueText(value)
  return (
    <Labelled label={copy.lab.recording.setup.stepped(label, text)} meaning={meaning}>
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
