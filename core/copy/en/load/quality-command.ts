import { formatNats } from '../../../compare/statistics/format-nats'
import { gradeOf } from '../../../compare/statistics/thresholds'
import type { ShareChange, SuiteVerdict } from '../../../compare/statistics/verdict'
import type { Interval } from '../../../stats/wilson'
import { formatCount, formatPercent } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted } from '../../words/en'
import { gradeName, verdict } from '../compare/verdict'

const measures = {
  kld_lower_bound: 'KLD, nats',
  top_token_agreement: 'same top token',
  logprob_change: 'change of ln p, nats',
  covered: 'probability covered',
  perplexity: 'perplexity',
  perplexity_ratio: 'perplexity ratio',
  passkeys: 'passkeys found',
  right_tool: 'right tool',
  right_arguments: 'right arguments',
  same_call: 'same call',
  complete_json: 'complete JSON',
  valid_json: 'valid JSON',
  right_json: 'right JSON',
  valid_json_with_schema: 'valid JSON, with schema',
  right_json_with_schema: 'right JSON, with schema',
} as const
export type QualityMeasure = keyof typeof measures

const changes: Readonly<Record<ShareChange, string>> = { fewer: 'fewer', more: 'more', unclear: 'no clear difference' }

export const qualityTexts = {
  measure: (measure: QualityMeasure): string => measures[measure],
  share: (hits: number, of: number, interval: Interval): string =>
    `${formatCount(hits)}/${formatCount(of)} (${formatPercent(interval.low)} to ${formatPercent(interval.high)})`,
  percent: (value: number, interval: Interval): string =>
    `${formatPercent(value, 1)}${range(interval, (limit) => formatPercent(limit, 1))}`,
  nats: (value: number, interval: Interval, isLowerBound: boolean): string =>
    `${isLowerBound ? '≥ ' : ''}${formatNats(value)}${range(interval, formatNats)}`,
  amount: (value: number, interval: Interval): string => `${formatShort(value, 4)}${range(interval, (limit) => formatShort(limit, 4))}`,
  change: (change: ShareChange): string => changes[change],
  /** `nats`: a lower bound. */
  grade(nats: number): string {
    const grade = gradeOf(nats)
    if (nats === 0 || !grade) return 'no difference in the listed tokens'
    return grade === 'very-different' ? gradeName(grade) : `${gradeName(grade)}, or a larger difference`
  },
  ratio: ({ low, high }: Interval): string => (low > 1 ? 'higher' : high < 1 ? 'lower' : 'no clear difference'),
}

const range = ({ low, high }: Interval, format: (limit: number) => string): string =>
  Number.isFinite(low) && Number.isFinite(high) ? ` (${format(low)} to ${format(high)})` : ''

export const qualityNotes = {
  window: (done: number, of: number, positions: number): string =>
    `[${formatCount(done)} of ${formatCount(of)} windows] ${counted(positions, 'prediction', 'predictions')} compared`,
  questions: (done: number, of: number): string => `[${formatCount(done)} of ${formatCount(of)} questions]`,
  method: (positions: number, windows: number, topK: number): string =>
    `${counted(positions, 'prediction', 'predictions')} in ${counted(windows, 'window', 'windows')} of the text, from the ${formatCount(topK)} most likely tokens of each server. The KL divergence is a lower bound: the tokens that are not in both lists count as one. It has no upper bound, because a token that a list lacks may have any probability down to 0. Intervals: 95%, with the windows as independent.`,
  noPerplexity: (url: string): string => `${url} does not give the probability of the text’s own tokens, so there is no perplexity.`,
  shares: 'Intervals of counted answers: 95% (Wilson). Fewer and more: the 95% interval of the difference (Newcombe) excludes 0.',
  reasoning: (url: string, answers: number): string =>
    `${url} wrote reasoning before ${counted(answers, 'answer', 'answers')}, although the request switched it off. Reasoning uses up the tokens of an answer.`,
  failed: (url: string, answers: number, code: string, first: string): string =>
    `${url}: ${counted(answers, 'question', 'questions')} failed with ${code} and count for no server. The first: ${first}`,
  compared: (url: string, reference: string, suite: SuiteVerdict): string =>
    `${url} compared with ${reference}: ${verdict.facts({ memory: null, decode: null, prefill: null, ttft: null, isAtClient: false, quality: null, suite })}.`,
}
