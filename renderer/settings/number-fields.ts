import { kvRanges, type NumberRange, samplingRanges } from '../../core/contract/settings/setting-ranges'
import { readNumber } from '../ui/fields/read-number'

export interface NumberFieldFacts {
  readonly name: string
  readonly range: NumberRange
  readonly canBeEmpty: boolean
}

const field = (name: string, range: NumberRange, canBeEmpty = false): NumberFieldFacts => ({ name, range, canBeEmpty })

export const numberFields = {
  contextTokens: field('Context', kvRanges.contextTokens, true),
  sequences: field('Sequences', kvRanges.sequences),
  batchTokens: field('Batch', kvRanges.batchTokens),
  checkpointMebibytes: field('Checkpoints, MiB', kvRanges.checkpointMebibytes, true),
  threads: field('Threads', kvRanges.threads, true),
  gpuLayers: field('GPU layers', kvRanges.gpuLayers, true),
  temperature: field('Temperature', samplingRanges.temperature),
  topK: field('Top k', samplingRanges.topK),
  topP: field('Top p', samplingRanges.topP),
  minP: field('Min p', samplingRanges.minP),
  repeatPenalty: field('Repeat penalty', samplingRanges.repeatPenalty),
  maxTokens: field('Longest answer', samplingRanges.maxTokens, true),
  draftMax: field('Draft max', samplingRanges.draftMax),
  draftPMin: field('Draft p min', samplingRanges.draftPMin),
  seed: field('Seed', samplingRanges.seed, true),
} as const satisfies Record<string, NumberFieldFacts>
export type NumberFieldName = keyof typeof numberFields

/** The problem with typed text; undefined: none. */
export function typedProblem(name: NumberFieldName, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const facts = numberFields[name]
  const read = readNumber(text, facts.name, facts.range, facts.canBeEmpty)
  return read.ok ? undefined : read.reason
}

export function firstTypedProblem(typed: Readonly<Record<string, string>>): string | undefined {
  return (Object.keys(numberFields) as NumberFieldName[]).map((name) => typedProblem(name, typed[name])).find(Boolean)
}
