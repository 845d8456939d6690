/**
 * Well-known models, described by the GGUF metadata that determines their memory.
 * Shapes were checked: Gemma 3 27B, DeepSeek V3 and Qwen3-Next against core/kv/fixtures; Llama 3.1 405B, Llama 2 7B, Qwen3 30B-A3B, Qwen3
 * 32B and SmolLM2 against litgpt's `config.py`; Gemma 3n, Jamba, gpt-oss, Llama 4 and DeepSeek V3.2 against the defaults of their classes
 * in Transformers 5.18; Falcon Mamba against its config.json. The parameter counts, from the models' pages, serve only to estimate weights.
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
  /** Without the architecture prefix. */
  readonly keys: Readonly<Record<string, number | readonly number[]>>
}

export const presets: readonly Preset[] = (presetList as unknown as readonly Preset[]).toSorted((a, b) => a.parameters - b.parameters)

export const presetOf = (id: string): Preset | undefined => presets.find((preset) => preset.id === id)

/** The number of parameters shows whether the output layer shares the weights of the token embedding. */
export function presetSubject({ name, architecture, keys, parameters }: Preset): PlanSubject {
  const [own, shared] = [false, true].map((sharesEmbedding) => planSubjectOf(makeHeader(architecture, keys), name, sharesEmbedding))
  const distance = (subject: PlanSubject | undefined) => Math.abs((elementsOf(subject) ?? 0) - parameters)
  const subject = distance(shared) < distance(own) ? shared : own
  if (!subject) throw new Error(`Expected a subject for ${name}`)
  return { ...subject, parameters }
}

const elementsOf = (subject: PlanSubject | undefined): number | undefined =>
  subject?.elements?.layers.reduce((sum, one) => sum + one, subject.elements.embedding + subject.elements.output)
