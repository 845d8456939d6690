import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { mostAnswers } from '../../../core/contract/settings/setting-ranges'
import { type Flags, number, text, UsageError } from '../input/flags'
import { flagOfSampler } from '../input/sampler-flags'

export const flagOfSampling = {
  ...flagOfSampler,
  temperature: 'temp',
  seed: 'seed',
  maxTokens: 'max-tokens',
  reasoningBudgetTokens: 'reasoning',
  reasoningEffort: 'reasoning-effort',
  draftMax: 'spec-draft-n-max',
  draftPMin: 'spec-draft-p-min',
}

export function reasoningFrom(flags: Flags): Partial<SamplingSettings> {
  const wanted = text(flags, 'reasoning')
  const effort = text(flags, 'reasoning-effort')
  const reasoningEffort = effort === undefined ? {} : { reasoningEffort: effort }
  if (wanted === undefined) return reasoningEffort
  if (wanted === 'on' || wanted === 'off') return { thinking: wanted, ...reasoningEffort }
  if (!/^\d+$/.test(wanted)) throw new UsageError(`--reasoning takes on, off or a number of tokens, got ${wanted}`)
  return { thinking: 'on', reasoningBudgetTokens: Number(wanted), ...reasoningEffort }
}

export function answersFrom(flags: Flags): number {
  const answers = number(flags, 'answers') ?? 1
  if (!Number.isInteger(answers) || answers < 1 || answers > mostAnswers)
    throw new UsageError(`--answers takes a whole number from 1 to ${mostAnswers}, got ${answers}`)
  return answers
}
