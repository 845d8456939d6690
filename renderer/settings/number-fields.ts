import { kvRanges, type NumberRange, samplingRanges } from '../../core/contract/settings/setting-ranges'
import { copy } from '../../core/copy/copy'
import { readBiasLines } from '../../core/sampling/logit-bias-lines'
import { readNumber } from '../ui/fields/read-number'

export interface NumberFieldFacts {
  readonly range: NumberRange
  readonly canBeEmpty: boolean
}

const field = (range: NumberRange, canBeEmpty = false): NumberFieldFacts => ({ range, canBeEmpty })

export const numberFields = {
  contextTokens: field(kvRanges.contextTokens, true),
  sequences: field(kvRanges.sequences),
  batchTokens: field(kvRanges.batchTokens),
  checkpointMebibytes: field(kvRanges.checkpointMebibytes, true),
  threads: field(kvRanges.threads, true),
  gpuLayers: field(kvRanges.gpuLayers, true),
  temperature: field(samplingRanges.temperature),
  topK: field(samplingRanges.topK),
  topP: field(samplingRanges.topP),
  minP: field(samplingRanges.minP),
  repeatPenalty: field(samplingRanges.repeatPenalty),
  repeatPenaltyTokens: field(samplingRanges.repeatPenaltyTokens),
  frequencyPenalty: field(samplingRanges.frequencyPenalty),
  presencePenalty: field(samplingRanges.presencePenalty),
  dryMultiplier: field(samplingRanges.dryMultiplier),
  dryBase: field(samplingRanges.dryBase),
  dryAllowedLength: field(samplingRanges.dryAllowedLength),
  dryLastTokens: field(samplingRanges.dryLastTokens, true),
  xtcProbability: field(samplingRanges.xtcProbability),
  xtcThreshold: field(samplingRanges.xtcThreshold),
  maxTokens: field(samplingRanges.maxTokens, true),
  draftMax: field(samplingRanges.draftMax),
  draftPMin: field(samplingRanges.draftPMin),
  seed: field(samplingRanges.seed, true),
  reasoningBudgetTokens: field(samplingRanges.reasoningBudgetTokens, true),
} as const satisfies Record<string, NumberFieldFacts>
export type NumberFieldName = keyof typeof numberFields

export function typedProblem(name: NumberFieldName, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const facts = numberFields[name]
  const read = readNumber(text, copy.settings.fields[name].name, facts.range, facts.canBeEmpty)
  return read.ok ? undefined : read.reason
}

export function biasProblem(text: string | undefined): string | undefined {
  const read = readBiasLines(text ?? '')
  return read.ok ? undefined : copy.settings.samplers.biasProblem(read.problem)
}

/** Only the fields of the KV settings: the others do not need a new context. */
export const typedInKv = (typed: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => name in kvRanges))

export function firstTypedProblem(typed: Readonly<Record<string, string>>): string | undefined {
  const numbers = (Object.keys(numberFields) as NumberFieldName[]).map((name) => typedProblem(name, typed[name]))
  return [...numbers, biasProblem(typed.logitBias)].find(Boolean)
}
