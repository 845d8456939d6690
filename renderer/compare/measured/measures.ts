/** The columns of the result table: value, unit, method and source of each figure. */

import { formatNats } from '../../../core/compare/statistics/format-nats'
import { goodputOf } from '../../../core/compare/statistics/goodput'
import { testName } from '../../../core/compare/test-name'
import type { GoodputLimits } from '../../../core/contract/compare/compare-tasks'
import { formatNumber } from '../../../core/text/number-language'
import type { Estimate, MeasuredSetting, SpeedPoint } from './measured-setting'

export interface Reading {
  readonly limits: GoodputLimits
  /** Tokens in the cache before the speed tests shown. */
  readonly depth: number
}

export interface Measure {
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly meaning: string
  /** null: not measured (yet). */
  readonly of: (setting: MeasuredSetting, reading: Reading) => Estimate | null
  readonly write: (value: number) => string
  /** Shown as a difference from the reference, in percent. */
  readonly isCompared: boolean
}

const mebibytes = (bytes: number): string => formatNumber(bytes / 2 ** 20, bytes < 10 * 2 ** 20 ? 2 : bytes < 100 * 2 ** 20 ? 1 : 0)
const rate = (value: number): string => formatNumber(value, value < 100 ? 1 : 0)
const ms = (value: number): string => formatNumber(value, value < 10 ? 2 : value < 100 ? 1 : 0)
const percent = (share: number): string => formatNumber(share * 100, share === 1 || share === 0 ? 0 : share > 0.99 ? 2 : 1)
const alone = (value: number | null | undefined): Estimate | null => (value === null || value === undefined ? null : { value, error: null })

const pointOf =
  (isThis: (test: SpeedPoint['test']) => boolean) =>
  ({ speeds }: MeasuredSetting, { depth }: Pick<Reading, 'depth'>): SpeedPoint | undefined =>
    speeds.find(({ test }) => test.depth === depth && isThis(test))

export const decodeOf = pointOf(({ prompt, generated }) => prompt === 0 && generated > 0)
export const prefillOf = pointOf(({ prompt, generated }) => prompt > 0 && generated === 0)

const deviation = '± is the standard deviation of the repetitions.'
const standardError = '± is the standard error.'

export const measures: readonly Measure[] = [
  {
    key: 'planned',
    name: 'Cache planned',
    unit: 'MiB',
    meaning: 'Bytes of all caches, computed from the header of the file before anything was loaded. Exact arithmetic, no measurement.',
    of: ({ memory }) => alone(memory?.plannedBytes),
    write: mebibytes,
    isCompared: false,
  },
  {
    key: 'allocated',
    name: 'Cache allocated',
    unit: 'MiB',
    meaning:
      'What llama.cpp allocated for the same caches, as it says itself. All settings of a run have a context of the same length here.',
    of: ({ memory }) => alone(memory?.allocatedBytes),
    write: mebibytes,
    isCompared: true,
  },
  {
    key: 'decode',
    name: 'Decode',
    unit: 'tok/s',
    meaning: `Tokens generated one by one per second: llama-bench’s tg test, without sampling. ${deviation}`,
    of: (setting, reading) => decodeOf(setting, reading)?.rate ?? null,
    write: rate,
    isCompared: true,
  },
  {
    key: 'prefill',
    name: 'Prefill',
    unit: 'tok/s',
    meaning: `Prompt tokens processed per second: llama-bench’s pp test. ${deviation}`,
    of: (setting, reading) => prefillOf(setting, reading)?.rate ?? null,
    write: rate,
    isCompared: true,
  },
  {
    key: 'kld',
    name: 'KLD mean',
    unit: 'nats',
    meaning: `Kullback–Leibler divergence KL(reference || setting): how far its predictions move from those of the reference. Exactly 0: not at all. ${standardError}`,
    of: ({ quality }) => quality?.divergence?.mean ?? null,
    write: formatNats,
    isCompared: false,
  },
  ...(['p99', 'p999', 'max'] as const).map(
    (name): Measure => ({
      key: `kld ${name}`,
      name: `KLD ${name === 'p999' ? 'p99.9' : name}`,
      unit: 'nats',
      meaning: {
        p99: 'The same of the worst 1 in 100 positions: 99 in 100 are below this.',
        p999: 'The same of the worst 1 in 1,000 positions: 999 in 1,000 are below this.',
        max: 'The same at the single worst position of the text.',
      }[name],
      of: ({ quality }) => alone(quality?.divergence?.[name]),
      write: formatNats,
      isCompared: false,
    }),
  ),
  {
    key: 'top1',
    name: 'Top-1',
    unit: '%',
    meaning: `Positions at which setting and reference put the same token first. ${standardError}`,
    of: ({ quality }) => quality?.topAgreement ?? null,
    write: percent,
    isCompared: false,
  },
  {
    key: 'ppl',
    name: 'PPL',
    unit: '',
    meaning: `Perplexity: how surprised the model is by the text, as llama-perplexity defines it; the second half of each chunk is scored. ${standardError}`,
    of: ({ quality }) => quality?.perplexity ?? null,
    write: (value) => formatNumber(value, value < 100 ? 4 : 2),
    isCompared: false,
  },
  {
    key: 'ppl change',
    name: 'PPL change',
    unit: '%',
    meaning: `Perplexity beside that of the reference. Both read the same tokens, so the error is much smaller than that of each. ${standardError}`,
    of: ({ quality }) => quality?.perplexityChange ?? null,
    write: (share) => `${share < 0 ? '−' : share > 0 ? '+' : ''}${formatNumber(Math.abs(share) * 100, share === 0 ? 0 : 2)}`,
    isCompared: false,
  },
  {
    key: 'passkey',
    name: 'Passkey',
    unit: '%',
    meaning: 'How often a number that stands somewhere in a long text was found again, over all depths.',
    of: ({ passkey }) => (passkey && passkey.trials > 0 ? alone(passkey.found / passkey.trials) : null),
    write: percent,
    isCompared: false,
  },
  {
    key: 'ttft',
    name: 'TTFT',
    unit: 'ms',
    meaning:
      'Time to first token: from sending a prompt to its first token, template, tokeniser and prefill included. Mean of the turns; ± is their standard deviation.',
    of: ({ latency }) => latency?.ttft ?? null,
    write: ms,
    isCompared: false,
  },
  ...(['p50', 'p90', 'p99'] as const).map(
    (name): Measure => ({
      key: `itl ${name}`,
      name: `ITL ${name}`,
      unit: 'ms',
      meaning: `Inter-token latency: ${{ p50: 'half', p90: 'nine in ten', p99: '99 in 100' }[name]} of the gaps between tokens are shorter than this.`,
      of: ({ latency }) => alone(latency?.itl?.[name]),
      write: ms,
      isCompared: false,
    }),
  ),
  {
    key: 'tpot',
    name: 'TPOT',
    unit: 'ms',
    meaning: 'Time per output token after the first: (whole turn − TTFT) / (tokens − 1). ± is the standard deviation over the turns.',
    of: ({ latency }) => latency?.tpot ?? null,
    write: ms,
    isCompared: false,
  },
  {
    key: 'goodput',
    name: 'Goodput',
    unit: '%',
    meaning: 'Share of turns that keep to both of your limits: TTFT, and nine in ten of the gaps between tokens.',
    of: ({ latency }, { limits }) => alone(goodputOf(latency?.turns ?? [], limits).share),
    write: percent,
    isCompared: false,
  },
]

export const shownMeasures = (settings: readonly MeasuredSetting[], reading: Reading): readonly Measure[] =>
  measures.filter(({ of }) => settings.some((setting) => of(setting, reading) !== null))

/** `tg128 @ d1024`: the test behind a figure, if it is the same for all settings. */
export function testBehind(settings: readonly MeasuredSetting[], key: string, reading: Reading): string {
  const find = key === 'decode' ? decodeOf : key === 'prefill' ? prefillOf : undefined
  const points = find ? settings.flatMap((setting) => find(setting, reading) ?? []) : []
  return [...new Set(points.map(({ test }) => testName(test)))].join(', ')
}

export const depthsOf = (settings: readonly MeasuredSetting[]): readonly number[] =>
  [...new Set(settings.flatMap(({ speeds }) => speeds.map(({ test }) => test.depth)))].sort((a, b) => a - b)
