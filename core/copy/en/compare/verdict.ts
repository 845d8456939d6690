import { formatNats } from '../../../compare/statistics/format-nats'
import type { QualityGrade } from '../../../compare/statistics/thresholds'
import type { ClearChange, RateChange, ShareChange, SuiteVerdict, Verdict } from '../../../compare/statistics/verdict'
import { formatCount, formatPercent } from '../../../text/amounts'
import { listed } from '../../words/en'

interface Grade {
  readonly name: string
  readonly why: string
}

const grades: Readonly<Record<QualityGrade, Grade>> = {
  same: { name: 'identical to the reference', why: 'All probabilities are the same to the last bit.' },
  'hardly-different': {
    name: 'hardly different from the reference',
    why: 'It changes the predictions no more than q8_0 weights change those of LLaMA 3 8B (0.0014 nats).',
  },
  'slightly-different': {
    name: 'slightly different from the reference',
    why: 'It changes the predictions no more than q5_K_M weights change those of LLaMA 3 8B (0.0108 nats).',
  },
  different: {
    name: 'different from the reference',
    why: 'It changes the predictions no more than q4_K_M weights, which many people use, change those of LLaMA 3 8B (0.0313 nats).',
  },
  'very-different': {
    name: 'very different from the reference',
    why: 'It changes the predictions more than q4_K_M weights change those of LLaMA 3 8B (0.0313 nats).',
  },
}

export const gradeName = (grade: QualityGrade): string => grades[grade].name

export const verdict = {
  title: 'Verdicts',

  /** `references` may repeat names. `depth`: null if only one was measured. */
  note(references: readonly string[], depth: number | null): string {
    const compared = `Compared with ${listed([...new Set(references)])}.`
    return depth === null
      ? `${compared} A difference in speed is mentioned only if chance cannot explain it (95% interval, Student’s t).`
      : `${compared} Speeds are those at depth ${formatCount(depth)}; a difference is mentioned only if chance cannot explain it (95% interval, Student’s t).`
  },

  reason: (grade: QualityGrade): string => grades[grade].why,

  /**
   * Without a full stop; '' if nothing was measured. For example:
   *
   *   47% less memory, decode 12% ± 3% slower, KLD 0.0004 nats, same first choice at 99.6% of tokens: hardly different from the reference
   */
  facts({ memory, decode, prefill, ttft, isAtClient, quality, suite }: Verdict): string {
    const facts = [
      memory === null ? [] : memory === 0 ? 'the same memory' : `${percent(memory)} ${memory < 0 ? 'less' : 'more'} memory`,
      decode ? rate('decode', decode) : [],
      prefill ? rate('prefill', prefill) : [],
      ttft ? time('TTFT', ttft) : [],
      isAtClient && (decode || prefill || ttft) ? 'all at the client' : [],
      quality ? [`KLD ${formatNats(quality.nats)} nats`, `same first choice at ${agreement(quality.agreement)} of tokens`] : [],
      suite ? suiteFacts(suite) : [],
    ].flat()
    const grade = quality?.grade && grades[quality.grade].name
    return [facts.join(', '), grade].filter(Boolean).join(': ')
  },

  showAll: (verdicts: number): string => `Show all ${formatCount(verdicts)}`,
  showFewer: 'Show fewer',
}

const changes: Readonly<Record<ShareChange, string>> = {
  fewer: ', fewer than with the reference',
  more: ', more than with the reference',
  unclear: '',
}

const suiteFacts = ({ passkeys, toolCalls, schemas }: SuiteVerdict): string[] => [
  ...(passkeys ? [`${formatCount(passkeys.found)} of ${formatCount(passkeys.trials)} passkeys found${changes[passkeys.change]}`] : []),
  ...(toolCalls ? [`same tool call for ${formatCount(toolCalls.same)} of ${formatCount(toolCalls.prompts)} prompts`] : []),
  ...(schemas ? [`${formatCount(schemas.valid)} of ${formatCount(schemas.prompts)} JSON answers valid${changes[schemas.change]}`] : []),
]

const percent = (change: number): string => formatPercent(Math.abs(change))

const withMargin = ({ by, margin }: ClearChange): string => `${percent(by)} ± ${formatPercent(margin, margin < 0.01 ? 1 : 0)}`

const notJudged: Readonly<Record<Exclude<Extract<RateChange, string>, 'equal'>, (what: string) => string>> = {
  unclear: (what) => `no clear difference in ${what}`,
  few: (what) => `${what} not judged with fewer than three repetitions`,
  unreliable: (what) => `${what} unreliable: the machine was probably busy, so measure again`,
}

function rate(what: string, change: RateChange): string {
  if (change === 'equal') return `${what} equally fast`
  if (typeof change === 'string') return notJudged[change](what)
  return `${what} ${withMargin(change)} ${change.by < 0 ? 'slower' : 'faster'}`
}

function time(what: string, change: RateChange): string {
  if (change === 'equal') return `${what} equally long`
  if (typeof change === 'string') return notJudged[change](what)
  return `${what} ${withMargin(change)} ${change.by < 0 ? 'shorter' : 'longer'}`
}

/** Shows "100.0%" only if all tokens agree. */
const agreement = (share: number): string => formatPercent(share < 1 ? Math.min(share, 0.999) : 1, 1)
