import { mostNewWords } from '../../../../core/contract/compare/compare-limits'
import { copy } from '../../../../core/copy/copy'
import { ToggleSwitch } from '../../../ui/controls/toggle-switch'
import { Labelled, Problem, TextField } from '../../../ui/fields/form-field'
import { NumberInput } from '../../../ui/fields/number-input'
import type { SetupProblems } from '../plan-of-setup'
import { changePart, useSetup } from '../setup-store'
import { TextChoice } from './text-choice'

export interface FieldsProps {
  readonly problems: SetupProblems
}

interface WholeProps {
  readonly label: string
  readonly meaning: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}
const Whole = ({ label, meaning, value, least, most, onChange }: WholeProps) => (
  <Labelled label={label} meaning={meaning}>
    <NumberInput label={label} value={value} range={{ least, most }} onChange={(next) => next !== null && onChange(next)} />
  </Labelled>
)

const columns = 'grid grid-cols-3 gap-2 @max-[68.75rem]:grid-cols-2'

export function SpeedFields({ problems }: FieldsProps) {
  const texts = copy.compare.fields.speed
  const { tests, depths, repetitions, warmUp } = useSetup((setup) => setup.speed)
  return (
    <>
      <TextField {...texts.tests} value={tests} problem={problems.tests} onChange={(text) => changePart('speed', { tests: text })} />
      <TextField {...texts.depths} value={depths} problem={problems.depths} onChange={(text) => changePart('speed', { depths: text })} />
      <div className={columns}>
        <Whole
          {...texts.repetitions}
          value={repetitions}
          least={1}
          most={1000}
          onChange={(count) => changePart('speed', { repetitions: count })}
        />
        <Labelled {...texts.warmUp}>
          <span className="flex h-8 items-center">
            <ToggleSwitch label={texts.warmUp.label} checked={warmUp} onChange={(on) => changePart('speed', { warmUp: on })} />
          </span>
        </Labelled>
      </div>
    </>
  )
}

export function LatencyFields({ problems }: FieldsProps) {
  const texts = copy.compare.fields.latency
  const { prompt, newWords, outputTokens, turns, ttftMs, itlMs } = useSetup((setup) => setup.latency)
  return (
    <>
      <TextField
        {...texts.prompt}
        value={prompt}
        problem={problems.latencyPrompt}
        onChange={(text) => changePart('latency', { prompt: text })}
      />
      <div className={columns}>
        <Whole
          {...texts.newWords}
          value={newWords}
          least={0}
          most={mostNewWords}
          onChange={(count) => changePart('latency', { newWords: count })}
        />
        <Whole {...texts.turns} value={turns} least={1} most={1000} onChange={(count) => changePart('latency', { turns: count })} />
        <Whole
          {...texts.outputTokens}
          value={outputTokens}
          least={2}
          most={100_000}
          onChange={(count) => changePart('latency', { outputTokens: count })}
        />
        <Whole {...texts.ttft} value={ttftMs} least={0} most={1e7} onChange={(ms) => changePart('latency', { ttftMs: ms })} />
        <Whole {...texts.itl} value={itlMs} least={0} most={1e7} onChange={(ms) => changePart('latency', { itlMs: ms })} />
      </div>
      <Problem text={problems.newWords} />
    </>
  )
}

export function QualityFields({ problems }: FieldsProps) {
  const texts = copy.compare.fields.quality
  const { chunkTokens, maxChunks, specialTokens } = useSetup((setup) => setup.quality)
  return (
    <>
      <TextChoice problem={problems.text} />
      <div className={columns}>
        <Whole
          {...texts.chunkTokens}
          value={chunkTokens}
          least={8}
          most={1_000_000}
          onChange={(tokens) => changePart('quality', { chunkTokens: tokens })}
        />
        <Labelled label={texts.maxChunks.label} meaning={texts.maxChunks.meaning}>
          <NumberInput
            label={texts.maxChunks.label}
            value={maxChunks}
            range={{ least: 1, most: 1_000_000 }}
            placeholder={texts.maxChunks.all}
            onChange={(chunks) => changePart('quality', { maxChunks: chunks })}
          />
        </Labelled>
        <Labelled {...texts.specialTokens}>
          <span className="flex h-8 items-center">
            <ToggleSwitch
              label={texts.specialTokens.label}
              checked={specialTokens}
              onChange={(on) => changePart('quality', { specialTokens: on })}
            />
          </span>
        </Labelled>
      </div>
    </>
  )
}

export function PasskeyFields({ problems }: FieldsProps) {
  const texts = copy.compare.fields.passkey
  const { promptTokens, depths, trials } = useSetup((setup) => setup.passkey)
  return (
    <>
      <TextField
        {...texts.depths}
        value={depths}
        problem={problems.passkeyDepths}
        onChange={(text) => changePart('passkey', { depths: text })}
      />
      <div className={columns}>
        <Whole
          {...texts.promptTokens}
          value={promptTokens}
          least={32}
          most={10_000_000}
          onChange={(tokens) => changePart('passkey', { promptTokens: tokens })}
        />
        <Whole {...texts.trials} value={trials} least={1} most={100} onChange={(count) => changePart('passkey', { trials: count })} />
      </div>
    </>
  )
}

export function SuiteFields({ part, most }: { readonly part: 'toolCalls' | 'schemas'; readonly most: number }) {
  const prompts = useSetup((setup) => setup[part].prompts)
  return (
    <div className={columns}>
      <Whole
        {...copy.compare.fields.suite.prompts}
        value={prompts}
        least={1}
        most={most}
        onChange={(count) => changePart(part, { prompts: count })}
      />
    </div>
  )
}

export function AnswerFields({ problems }: FieldsProps) {
  const texts = copy.compare.fields.answers
  const { prompts, maxTokens } = useSetup((setup) => setup.answers)
  return (
    <>
      <TextField
        {...texts.prompts}
        value={prompts}
        lines={3}
        problem={problems.prompts}
        onChange={(text) => changePart('answers', { prompts: text })}
      />
      <div className={columns}>
        <Whole
          {...texts.maxTokens}
          value={maxTokens}
          least={1}
          most={100_000}
          onChange={(tokens) => changePart('answers', { maxTokens: tokens })}
        />
      </div>
    </>
  )
}

export function CachelessFields({ problems }: FieldsProps) {
  const texts = copy.compare.fields.cacheless
  const { prompt, tokens } = useSetup((setup) => setup.cacheless)
  return (
    <>
      <p className="text-[12px] text-faint leading-snug">{texts.note}</p>
      <TextField
        {...texts.prompt}
        value={prompt}
        problem={problems.cachelessPrompt}
        onChange={(text) => changePart('cacheless', { prompt: text })}
      />
      <div className={columns}>
        <Whole {...texts.tokens} value={tokens} least={2} most={10_000} onChange={(count) => changePart('cacheless', { tokens: count })} />
      </div>
    </>
  )
}
