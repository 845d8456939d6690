import { useState } from 'react'
import type { SamplingSettings } from '../../core/contract/sampling'
import { NumberInput } from '../ui/number-input'
import { SettingRow } from '../ui/setting-row'
import { ToggleSwitch } from '../ui/toggle-switch'

export interface SamplingFormProps {
  readonly value: SamplingSettings
  readonly onChange: (value: SamplingSettings) => void
}

export function SamplingForm({ value, onChange }: SamplingFormProps) {
  const set = (change: Partial<SamplingSettings>) => onChange({ ...value, ...change })
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">Sampling</legend>
      <SettingRow name="Temperature" explanation="0 takes the most likely token every time; higher values dare more.">
        <NumberInput
          label="Temperature"
          value={value.temperature}
          onChange={(temperature) => set({ temperature: temperature ?? 0 })}
          min={0}
          max={5}
          step={0.1}
        />
      </SettingRow>
      <SettingRow name="Top k" explanation="Only the k most likely tokens are considered; 0 considers all.">
        <NumberInput label="Top k" value={value.topK} onChange={(topK) => set({ topK: topK ?? 0 })} min={0} max={1_000_000} />
      </SettingRow>
      <SettingRow
        name="Top p"
        explanation="Only the most likely tokens that together reach this probability are considered; 1 considers all."
      >
        <NumberInput label="Top p" value={value.topP} onChange={(topP) => set({ topP: topP ?? 1 })} min={0} max={1} step={0.05} />
      </SettingRow>
      <SettingRow name="Min p" explanation="Tokens less likely than this share of the most likely one are dropped; 0 drops none.">
        <NumberInput label="Min p" value={value.minP} onChange={(minP) => set({ minP: minP ?? 0 })} min={0} max={1} step={0.01} />
      </SettingRow>
      <SettingRow name="Repeat penalty" explanation="Makes tokens that were just used less likely; 1 is off.">
        <NumberInput
          label="Repeat penalty"
          value={value.repeatPenalty}
          onChange={(repeatPenalty) => set({ repeatPenalty: repeatPenalty ?? 1 })}
          min={0.5}
          max={3}
          step={0.05}
        />
      </SettingRow>
      <SettingRow
        name="Longest answer"
        explanation="Tokens after which an answer stops. Left empty: until the model ends it or the context is full."
      >
        <NumberInput
          label="Longest answer in tokens"
          value={value.maxTokens}
          onChange={(maxTokens) => set({ maxTokens })}
          min={1}
          max={1_000_000}
          placeholder="no limit"
        />
      </SettingRow>
      <SettingRow name="Seed" explanation="The same seed, prompt and settings give the same answer. Left empty: a new one each time.">
        <NumberInput label="Seed" value={value.seed} onChange={(seed) => set({ seed })} min={0} max={0xffff_ffff} placeholder="random" />
      </SettingRow>
      <SettingRow
        name="Never end"
        explanation="Ignores the model's own end of text (llama.cpp's --ignore-eos): the answer goes on until it is stopped or the context is full. For measurements."
      >
        <span className="justify-self-end">
          <ToggleSwitch label="Never end" checked={value.ignoreEndOfText} onChange={(ignoreEndOfText) => set({ ignoreEndOfText })} />
        </span>
      </SettingRow>
      <StopTexts value={value.stopTexts} onChange={(stopTexts) => set({ stopTexts })} />
    </fieldset>
  )
}

function StopTexts({ value, onChange }: { readonly value: readonly string[]; readonly onChange: (value: string[]) => void }) {
  const [typed, setTyped] = useState('')
  // What is typed may hold more than its texts: a line that has just begun is empty.
  const isTheirs = stopTextsIn(typed).join('\n') === value.join('\n')
  return (
    <label className="mt-2 block text-soft">
      Stop texts, one per line
      <textarea
        rows={2}
        value={isTheirs ? typed : value.join('\n')}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(stopTextsIn(event.target.value))
        }}
        className="mt-1 block w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 font-mono text-[12px] text-ink"
      />
    </label>
  )
}

/** The contract's limits: 16 texts of 256 characters. */
const stopTextsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(0, 256))
    .slice(0, 16)
