import { formatNats } from '../../../compare/statistics/format-nats'
import type { QualityGrade } from '../../../compare/statistics/thresholds'
import type { RateChange, Verdict } from '../../../compare/statistics/verdict'
import { formatNumber } from '../../../text/number-language'

const grades: Readonly<Record<QualityGrade, { readonly name: string; readonly why: string }>> = {
  same: { name: 'the very same distributions', why: 'No bit of any probability differs.' },
  'hardly-different': {
    name: 'hardly different from the reference',
    why: 'It changes the answers no more than q8_0 weights change those of LLaMA 3 8B (0.0014 nats).',
  },
  'slightly-different': {
    name: 'slightly different from the reference',
    why: 'It changes the answers no more than q5_K_M weights change those of LLaMA 3 8B (0.0108 nats).',
  },
  different: {
    name: 'different from the reference',
    why: 'It changes the answers no more than q4_K_M weights, which many people use, change those of LLaMA 3 8B (0.0313 nats).',
  },
  'very-different': {
    name: 'very different from the reference',
    why: 'It changes the answers more than q4_K_M weights change those of LLaMA 3 8B (0.0313 nats).',
  },
}

export const compare = {
  grades,

  /**
   * All that was measured, without a full stop; '' if nothing was:
   *
   *   47 % less memory, decode 12 % slower, KLD 0.0004 nats, same first choice at 99.6 % of tokens: hardly different from the reference
   */
  verdict({ memory, decode, prefill, quality }: Verdict): string {
    const facts = [
      memory === null ? [] : memory === 0 ? 'the same memory' : `${percent(memory)} ${memory < 0 ? 'less' : 'more'} memory`,
      decode ? rate('decode', decode) : [],
      prefill ? rate('prefill', prefill) : [],
      quality ? [`KLD ${formatNats(quality.nats)} nats`, agreement(quality.agreement)] : [],
    ].flat()
    const grade = quality?.grade && grades[quality.grade].name
    return [facts.join(', '), grade].filter(Boolean).join(': ')
  },
}

const percent = (share: number, digits = 0): string => `${formatNumber(Math.abs(share) * 100, digits)} %`

function rate(what: string, change: RateChange): string {
  if (change === 'equal') return `${what} as fast`
  if (change === 'unclear') return `${what} not clearly different`
  return `${what} ${percent(change.by)} ${change.by < 0 ? 'slower' : 'faster'}`
}

/** Shows "100.0 %" only for exactly all tokens. */
const agreement = (share: number): string => `same first choice at ${percent(share < 1 ? Math.min(share, 0.999) : 1, 1)} of tokens`
