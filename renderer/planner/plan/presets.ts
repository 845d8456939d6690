/**
 * Well-known models as the GGUF metadata that determines memory.
 * The shapes were checked: Gemma 3 27B, DeepSeek V3 and Qwen3-Next against the headers in core/kv/fixtures (a test); Llama 3.1 405B, Llama
 * 2 7B, Qwen3 30B-A3B and SmolLM2 against litgpt's `config.py`; Gemma 3n, Jamba, gpt-oss, Llama 4 and DeepSeek V3.2 against the defaults of
 * their classes in Transformers 5.18; Falcon Mamba against the published config.json. Parameter counts are from the models' pages; they
 * only estimate the weights.
 */
import type { Copy } from '../../../core/copy/copy'
import { makeHeader } from '../../../core/gguf/made-header'
import { type PlanSubject, planSubjectOf } from '../../../core/plan/plan-subject'
import presetList from './presets.json'

export interface Preset {
  readonly id: keyof Copy['planner']['presetNotes']
  readonly name: string
  /** URL of the configuration. */
  readonly source: string
  readonly parameters: number
  readonly architecture: string
  /** Keys without the architecture prefix. */
  readonly keys: Readonly<Record<string, number | readonly number[]>>
}

export const presets: readonly Preset[] = (presetList as unknown as readonly Preset[]).toSorted((a, b) => a.parameters - b.parameters)

export const presetOf = (id: string): Preset | undefined => presets.find((preset) => preset.id === id)

export const presetSubject = ({ name, architecture, keys, parameters }: Preset): PlanSubject => ({
  ...planSubjectOf(makeHeader(architecture, keys), name),
  parameters,
})
