import type { ClientFigureName } from '../../../core/compare/statistics/client-turn'
import { formatNats } from '../../../core/compare/statistics/format-nats'
import { goodputOf } from '../../../core/compare/statistics/goodput'
import { testName } from '../../../core/compare/test-name'
import type { GoodputLimits } from '../../../core/contract/compare/compare-tasks'
import { copy } from '../../../core/copy/copy'
import { type Figure, measured as measuredHere, none } from '../../../core/remote/figure'
import { formatNumber, formatSignificant } from '../../../core/text/number-language'
import type { Estimate, MeasuredSetting, SpeedPoint } from './measured-setting'

export interface Reading {
  readonly limits: GoodputLimits
  /** Number of tokens in the cache before the speed tests. */
  readonly depth: number
}

export interface Measure {
  readonly key: keyof typeof copy.compare.measures
  readonly unit: string
  readonly of: (setting: MeasuredSetting, reading: Reading) => Estimate | null
  readonly write: (value: number) => string
  readonly isCompared: boolean
  /** True for bytes, which have no noise. */
  readonly isExact?: boolean
  /** What only the engine of this machine can measure, so a server has none. */
  readonly needs?: 'cache' | 'engine' | 'logits'
  /** Its source, if a server was asked. */
  readonly client?: ClientFigureName | 'gaps'
  /** Shown only next to a server. */
  readonly isForServers?: boolean
}

const mebibytes = (bytes: number): string => formatNumber(bytes / 2 ** 20, bytes < 10 * 2 ** 20 ? 2 : bytes < 100 * 2 ** 20 ? 1 : 0)
const rate = (value: number): string => formatNumber(value, value < 100 ? 1 : 0)
const ms = (value: number): string => formatNumber(value, value < 10 ? 2 : value < 100 ? 1 : 0)
const tokens = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 1)
const percent = (share: number): string => formatNumber(share * 100, share === 1 || share === 0 ? 0 : share > 0.99 ? 2 : 1)
const alone = (value: number | null | undefined): Estimate | null => (value === null || value === undefined ? null : { value, error: null })

const pointOf =
  (isThis: (test: SpeedPoint['test']) => boolean) =>
  ({ speeds }: MeasuredSetting, { depth }: Pick<Reading, 'depth'>): SpeedPoint | undefined =>
    speeds.find(({ test }) => test.depth === depth && isThis(test))

export const decodeOf = pointOf(({ prompt, generated }) => prompt === 0 && generated > 0)
export const prefillOf = pointOf(({ prompt, generated }) => prompt > 0 && generated === 0)

export const measures: readonly Measure[] = [
  {
    key: 'planned',
    unit: 'MiB',
    of: ({ memory }) => alone(memory?.plannedBytes),
    write: mebibytes,
    isCompared: false,
    needs: 'cache',
  },
  {
    key: 'allocated',
    unit: 'MiB',
    of: ({ memory }) => alone(memory?.allocatedBytes),
    write: mebibytes,
    isCompared: true,
    isExact: true,
    needs: 'cache',
  },
  {
    key: 'decode',
    unit: 'tok/s',
    of: (setting, reading) => decodeOf(setting, reading)?.rate ?? null,
    write: rate,
    isCompared: true,
    needs: 'engine',
  },
  {
    key: 'prefill',
    unit: 'tok/s',
    of: (setting, reading) => prefillOf(setting, reading)?.rate ?? null,
    write: rate,
    isCompared: true,
    needs: 'engine',
  },
  {
    key: 'clientDecode',
    unit: 'tok/s',
    of: ({ latency }) => latency?.client.outputRate ?? null,
    write: rate,
    isCompared: true,
    client: 'outputPerSecond',
    isForServers: true,
  },
  {
    key: 'clientPrefill',
    unit: 'tok/s',
    of: ({ latency }) => latency?.client.promptRate ?? null,
    write: rate,
    isCompared: true,
    client: 'promptPerSecond',
    isForServers: true,
  },
  {
    key: 'promptTokens',
    unit: '',
    of: ({ latency }) => latency?.client.promptTokens ?? null,
    write: tokens,
    isCompared: false,
    client: 'promptTokens',
    isForServers: true,
  },
  {
    key: 'cachedTokens',
    unit: '',
    of: ({ latency }) => latency?.client.cachedTokens ?? null,
    write: tokens,
    isCompared: false,
    client: 'cachedTokens',
    isForServers: true,
  },
  {
    key: 'kldMean',
    unit: 'nats',
    of: ({ quality }) => quality?.divergence?.mean ?? null,
    write: formatNats,
    isCompared: false,
    needs: 'logits',
  },
  ...(
    [
      ['kldP99', 'p99'],
      ['kldP999', 'p999'],
      ['kldMax', 'max'],
    ] as const
  ).map(
    ([key, name]): Measure => ({
      key,
      unit: 'nats',
      of: ({ quality }) => alone(quality?.divergence?.[name]),
      write: formatNats,
      isCompared: false,
      needs: 'logits',
    }),
  ),
  {
    key: 'top1',
    unit: '%',
    of: ({ quality }) => quality?.topAgreement ?? null,
    write: percent,
    isCompared: false,
    needs: 'logits',
  },
  {
    key: 'ppl',
    unit: '',
    of: ({ quality }) => quality?.perplexity ?? null,
    write: formatSignificant,
    isCompared: false,
    needs: 'logits',
  },
  {
    key: 'pplChange',
    unit: '%',
    of: ({ quality }) => quality?.perplexityChange ?? null,
    write: (share) => `${share < 0 ? '−' : share > 0 ? '+' : ''}${formatNumber(Math.abs(share) * 100, share === 0 ? 0 : 2)}`,
    isCompared: false,
    needs: 'logits',
  },
  {
    key: 'passkey',
    unit: '%',
    of: ({ passkey }) => (passkey && passkey.trials > 0 ? alone(passkey.found / passkey.trials) : null),
    write: percent,
    isCompared: false,
  },
  {
    key: 'toolCalls',
    unit: '%',
    of: ({ suite: { toolCalls } }) => toolCalls && alone(toolCalls.rightArguments / toolCalls.prompts),
    write: percent,
    isCompared: false,
  },
  {
    key: 'schemas',
    unit: '%',
    of: ({ suite: { schemas } }) => schemas && alone(schemas.valid / schemas.prompts),
    write: percent,
    isCompared: false,
  },
  {
    key: 'ttft',
    unit: 'ms',
    of: ({ latency }) => latency?.ttft ?? null,
    write: ms,
    isCompared: false,
    client: 'ttftMs',
  },
  ...(
    [
      ['itlP50', 'p50'],
      ['itlP90', 'p90'],
      ['itlP99', 'p99'],
    ] as const
  ).map(
    ([key, name]): Measure => ({
      key,
      unit: 'ms',
      of: ({ latency }) => alone(latency?.itl?.[name]),
      write: ms,
      isCompared: false,
      client: 'gaps',
    }),
  ),
  {
    key: 'tpot',
    unit: 'ms',
    of: ({ latency }) => latency?.tpot ?? null,
    write: ms,
    isCompared: false,
    client: 'tpotMs',
  },
  {
    key: 'goodput',
    unit: '%',
    of: ({ latency }, { limits }) => alone(goodputOf(latency?.turns ?? [], limits).share),
    write: percent,
    isCompared: false,
  },
]

/** Next to a server, what both have comes first. */
export function shownMeasures(settings: readonly MeasuredSetting[], reading: Reading): readonly Measure[] {
  const measured = measures.filter(({ of }) => settings.some((setting) => of(setting, reading) !== null))
  if (settings.every(({ server }) => server === null)) return measured.filter(({ isForServers }) => !isForServers)
  return [...measured.filter(({ needs }) => !needs), ...measured.filter(({ needs }) => needs)]
}

/** How many columns the table shows at first, and which, in the order of their importance. */
const firstColumns = 6
const mostImportant: readonly Measure['key'][] = [
  'allocated',
  'decode',
  'prefill',
  'clientDecode',
  'clientPrefill',
  'kldMean',
  'ttft',
  'top1',
  'passkey',
  'toolCalls',
  'schemas',
  'ppl',
  'itlP50',
]

/** The most important ones of the measures, in their own order. */
export function firstMeasures(shown: readonly Measure[]): readonly Measure[] {
  const rank = ({ key }: Measure): number => {
    const at = mostImportant.indexOf(key)
    return at < 0 ? mostImportant.length : at
  }
  const first = [...shown].sort((left, right) => rank(left) - rank(right)).slice(0, firstColumns)
  return shown.filter((measure) => first.includes(measure))
}

/** Where a figure of a server comes from. null for this machine, and if a file does not say. */
export function sourceOf({ client }: Measure, { server, gapsMs }: MeasuredSetting): Figure | null {
  if (!client || !server?.figures) return null
  if (client !== 'gaps') return server.figures[client].source
  return gapsMs.length > 0 ? measuredHere(0) : none('too-short')
}

/** Returns the context of the caches, or the test behind a figure, such as `tg128 @ d1024`. */
export function testOfMeasure(settings: readonly MeasuredSetting[], key: Measure['key'], reading: Reading): string {
  if (key === 'planned' || key === 'allocated') {
    const contexts = [...new Set(settings.flatMap(({ memory }) => memory?.contextTokens ?? []))]
    return contexts.length === 1 ? copy.compare.table.ofCells(contexts[0] ?? 0) : ''
  }
  const find = key === 'decode' ? decodeOf : key === 'prefill' ? prefillOf : undefined
  const points = find ? settings.flatMap((setting) => find(setting, reading) ?? []) : []
  return [...new Set(points.map(({ test }) => testName(test)))].join(', ')
}

export const depthsOf = (settings: readonly MeasuredSetting[]): readonly number[] =>
  [...new Set(settings.flatMap(({ speeds }) => speeds.map(({ test }) => test.depth)))].sort((a, b) => a - b)
