/**
 * Well-known models to plan for without a file: the metadata that their GGUF files carry, as far as memory is concerned.
 * Everything else is computed from it as for any file. Each names the public configuration that its shape was taken from.
 */
import { makeHeader } from '../../core/gguf/made-header'
import { type PlanSubject, planSubjectOf } from '../../core/plan/plan-subject'
import presetList from './presets.json'

export interface Preset {
  readonly id: string
  readonly name: string
  /** What is to be seen in it, in a few words. */
  readonly note: string
  /** Address of the configuration. */
  readonly source: string
  readonly parameters: number
  readonly architecture: string
  /** Metadata without the prefix. */
  readonly keys: Readonly<Record<string, number | readonly number[]>>
}

/** From small to very large. */
export const presets: readonly Preset[] = (presetList as unknown as readonly Preset[]).toSorted((a, b) => a.parameters - b.parameters)

export const presetOf = (id: string): Preset | undefined => presets.find((preset) => preset.id === id)

export const presetSubject = ({ name, architecture, keys, parameters }: Preset): PlanSubject => ({
  ...planSubjectOf(makeHeader(architecture, keys), name),
  parameters,
})
