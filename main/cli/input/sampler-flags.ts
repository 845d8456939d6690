import type { LogitBias, SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { readBiasLines } from '../../../core/sampling/logit-bias-lines'
import { unescaped } from '../../../core/sampling/typed-lines'
import { type Flags, type FlagTypes, number, texts, UsageError } from './flags'

export const samplerUsage = `[--top-k N] [--top-p P] [--min-p P] [--repeat-penalty X] [--repeat-last-n N] [--frequency-penalty X] [--presence-penalty X]
    [--dry-multiplier X [--dry-base X] [--dry-allowed-length N] [--dry-penalty-last-n N] [--dry-sequence-breaker TEXT]…]
    [--xtc-probability P [--xtc-threshold P]] [--logit-bias 'TEXT = BIAS']…`

/** llama.cpp's names. */
export const samplerFlags = {
  'top-k': 'string',
  'top-p': 'string',
  'min-p': 'string',
  'repeat-penalty': 'string',
  'repeat-last-n': 'string',
  'frequency-penalty': 'string',
  'presence-penalty': 'string',
  'dry-multiplier': 'string',
  'dry-base': 'string',
  'dry-allowed-length': 'string',
  'dry-penalty-last-n': 'string',
  'dry-sequence-breaker': 'strings',
  'xtc-probability': 'string',
  'xtc-threshold': 'string',
  'logit-bias': 'strings',
} as const satisfies FlagTypes

const flagOfNumber = {
  topK: 'top-k',
  topP: 'top-p',
  minP: 'min-p',
  repeatPenalty: 'repeat-penalty',
  repeatPenaltyTokens: 'repeat-last-n',
  frequencyPenalty: 'frequency-penalty',
  presencePenalty: 'presence-penalty',
  dryMultiplier: 'dry-multiplier',
  dryBase: 'dry-base',
  dryAllowedLength: 'dry-allowed-length',
  dryLastTokens: 'dry-penalty-last-n',
  xtcProbability: 'xtc-probability',
  xtcThreshold: 'xtc-threshold',
} as const satisfies Partial<Record<keyof SamplingSettings, keyof typeof samplerFlags>>

export const flagOfSampler = { ...flagOfNumber, drySequenceBreakers: 'dry-sequence-breaker', logitBias: 'logit-bias' }

/** Contains only the settings that have flags in the command line. They are not validated. */
export function samplersFrom(flags: Flags): Partial<SamplingSettings> {
  const numbers = Object.entries(flagOfNumber).flatMap(([name, flag]) => {
    const value = number(flags, flag)
    return value === undefined ? [] : [[name, isAll(flag, value) ? null : value]]
  })
  const breakers = texts(flags, 'dry-sequence-breaker')
  const biases = texts(flags, 'logit-bias')
  return {
    ...Object.fromEntries(numbers),
    ...(breakers ? { drySequenceBreakers: breakers.map(unescaped) } : {}),
    ...(biases ? { logitBias: biasesFrom(biases) } : {}),
  }
}

/** llama.cpp's −1 stands for all tokens. */
const isAll = (flag: string, value: number): boolean => flag === flagOfNumber.dryLastTokens && value === -1

function biasesFrom(lines: readonly string[]): LogitBias[] {
  const read = readBiasLines(lines.join('\n'))
  if (!read.ok) throw new UsageError(`--logit-bias: ${copy.settings.samplers.biasProblem(read.problem)}`)
  return read.value
}
