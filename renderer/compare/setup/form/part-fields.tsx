import { ToggleSwitch } from '../../../ui/controls/toggle-switch'
import { Labelled, TextField } from '../../../ui/fields/form-field'
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
  const { tests, depths, repetitions, warmUp } = useSetup((setup) => setup.speed)
  return (
    <>
      <TextField
        label="Tests"
        meaning="As llama-bench names them: pp512 processes 512 tokens at once, tg128 generates 128 one by one, pp512+tg128 does both."
        value={tests}
        problem={problems.tests}
        onChange={(text) => changePart('speed', { tests: text })}
      />
      <TextField
        label="Depths"
        meaning="Tokens in the cache before each test. Several show how speed falls as the cache fills."
        value={depths}
        problem={problems.depths}
        onChange={(text) => changePart('speed', { depths: text })}
      />
      <div className={columns}>
        <Whole
          label="Repetitions"
          meaning="Of each test. The error bars come from them: with one there are none."
          value={repetitions}
          least={1}
          most={1000}
          onChange={(count) => changePart('speed', { repetitions: count })}
        />
        <Labelled label="Warm-up" meaning="Each test once before, without counting.">
          <span className="flex h-8 items-center">
            <ToggleSwitch label="Warm-up" checked={warmUp} onChange={(on) => changePart('speed', { warmUp: on })} />
          </span>
        </Labelled>
      </div>
    </>
  )
}

export function LatencyFields({ problems }: FieldsProps) {
  const { prompt, outputTokens, turns, ttftMs, itlMs } = useSetup((setup) => setup.latency)
  return (
    <>
      <TextField
        label="Prompt of the turns"
        meaning="What is asked in every turn."
        value={prompt}
        problem={problems.latencyPrompt}
        onChange={(text) => changePart('latency', { prompt: text })}
      />
      <div className={columns}>
        <Whole
          label="Turns"
          meaning="For each setting."
          value={turns}
          least={1}
          most={1000}
          onChange={(count) => changePart('latency', { turns: count })}
        />
        <Whole
          label="Tokens per turn"
          meaning="Every turn writes as many, also past the end of an answer."
          value={outputTokens}
          least={2}
          most={100_000}
          onChange={(count) => changePart('latency', { outputTokens: count })}
        />
        <Whole
          label="TTFT limit in ms"
          meaning="Goodput counts turns whose first token comes within this time. It can be changed afterwards, too."
          value={ttftMs}
          least={0}
          most={1e7}
          onChange={(ms) => changePart('latency', { ttftMs: ms })}
        />
        <Whole
          label="ITL limit in ms"
          meaning="… and of whose gaps between tokens nine in ten are within this one."
          value={itlMs}
          least={0}
          most={1e7}
          onChange={(ms) => changePart('latency', { itlMs: ms })}
        />
      </div>
    </>
  )
}

export function QualityFields({ problems }: FieldsProps) {
  const { chunkTokens, maxChunks, specialTokens } = useSetup((setup) => setup.quality)
  return (
    <>
      <TextChoice problem={problems.text} />
      <div className={columns}>
        <Whole
          label="Tokens per chunk"
          meaning="The text is read in pieces of so many tokens, and the second half of each is scored, as llama-perplexity does."
          value={chunkTokens}
          least={8}
          most={1_000_000}
          onChange={(tokens) => changePart('quality', { chunkTokens: tokens })}
        />
        <Labelled label="Most chunks" meaning="Left empty: the whole text. More chunks, smaller errors.">
          <NumberInput
            label="Most chunks"
            value={maxChunks}
            range={{ least: 1, most: 1_000_000 }}
            placeholder="all"
            onChange={(chunks) => changePart('quality', { maxChunks: chunks })}
          />
        </Labelled>
        <Labelled
          label="Special tokens"
          meaning="On: <|im_start|> and the like in the text are the model's tokens, as in a chat. Off: they are read as plain text, as llama-perplexity does; compare with its figures only then."
        >
          <span className="flex h-8 items-center">
            <ToggleSwitch label="Special tokens" checked={specialTokens} onChange={(on) => changePart('quality', { specialTokens: on })} />
          </span>
        </Labelled>
      </div>
    </>
  )
}

export function PasskeyFields({ problems }: FieldsProps) {
  const { promptTokens, depths, trials } = useSetup((setup) => setup.passkey)
  return (
    <>
      <TextField
        label="Places in percent"
        meaning="Where in the text the number stands: 0 at its beginning, 100 at its end."
        value={depths}
        problem={problems.passkeyDepths}
        onChange={(text) => changePart('passkey', { depths: text })}
      />
      <div className={columns}>
        <Whole
          label="Tokens of the text"
          meaning="About: it is cut at the end of a sentence."
          value={promptTokens}
          least={32}
          most={10_000_000}
          onChange={(tokens) => changePart('passkey', { promptTokens: tokens })}
        />
        <Whole
          label="Trials"
          meaning="Other numbers at each place."
          value={trials}
          least={1}
          most={100}
          onChange={(count) => changePart('passkey', { trials: count })}
        />
      </div>
    </>
  )
}

export function AnswerFields({ problems }: FieldsProps) {
  const { prompts, maxTokens } = useSetup((setup) => setup.answers)
  return (
    <>
      <TextField
        label="Prompts"
        meaning="Each on a line of its own."
        value={prompts}
        lines={3}
        problem={problems.prompts}
        onChange={(text) => changePart('answers', { prompts: text })}
      />
      <div className={columns}>
        <Whole
          label="Tokens at most"
          meaning="An answer may end before."
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
  const { prompt, tokens } = useSetup((setup) => setup.cacheless)
  return (
    <>
      <p className="text-[12px] text-faint leading-snug">With the first setting alone: it is about having a cache at all.</p>
      <TextField
        label="Prompt to go on from"
        meaning="What both ways begin with."
        value={prompt}
        problem={problems.cachelessPrompt}
        onChange={(text) => changePart('cacheless', { prompt: text })}
      />
      <div className={columns}>
        <Whole
          label="Tokens to write"
          meaning="Without a cache the time for each grows with all that was written before."
          value={tokens}
          least={2}
          most={10_000}
          onChange={(count) => changePart('cacheless', { tokens: count })}
        />
      </div>
    </>
  )
}
