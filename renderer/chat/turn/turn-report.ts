/** The report contains no text of the conversation, so it is safe to copy. */

import { type TurnBandwidth, turnBandwidth } from '../../../core/bandwidth/turn-bandwidth'
import type { PrefixSource, ReuseReport } from '../../../core/contract/cache/reuse'
import type { SharedPrefill, SharedSteps, SpeculationFigures, TokenReads, TurnMetrics } from '../../../core/contract/chat/turn'
import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import { formatBytes, formatCount, formatMs, formatPercent, formatRate } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'

export interface ReportRow {
  readonly name: string
  readonly value: string
  readonly meaning: string
}
export interface ReportGroup {
  readonly name: string
  readonly rows: readonly ReportRow[]
}

const row = (name: keyof typeof copy.chat.report.rows, value: string): ReportRow => ({ ...copy.chat.report.rows[name], value })
const tokens = (value: number): string => copy.chat.report.values.tokens(value)
const ms = (value: number | null): string => (value === null ? copy.chat.report.values.none : formatMs(value))
const rate = (value: number | null): string => (value === null ? copy.chat.report.values.none : formatRate(value))

export function reportOf(metrics: TurnMetrics, memory: MemoryBandwidth | null): readonly ReportGroup[] {
  const { groups } = copy.chat.report
  const bandwidth = turnBandwidth(metrics, memory)
  return [
    { name: groups.prompt, rows: promptRows(metrics) },
    { name: groups.firstToken, rows: firstTokenRows(metrics) },
    { name: groups.answer, rows: answerRows(metrics) },
    ...(metrics.speculation ? [{ name: groups.speculation, rows: speculationRows(metrics.speculation) }] : []),
    ...(metrics.shared ? [{ name: groups.shared, rows: sharedRows(metrics.shared) }] : []),
    ...(metrics.sharedSteps ? [{ name: groups.sharedSteps, rows: sharedStepRows(metrics.sharedSteps) }] : []),
    ...(bandwidth && metrics.reads ? [{ name: copy.bandwidth.token.title, rows: bandwidthRows(bandwidth, metrics.reads) }] : []),
    { name: groups.settings, rows: settingRows(metrics) },
  ]
}

const promptRows = ({ promptTokens, reusedTokens, restored, processedTokens, reuse, prefillTokensPerSecond }: TurnMetrics): ReportRow[] => [
  row('prompt', tokens(promptTokens)),
  row('reused', tokens(reusedTokens)),
  ...(restored ? [row('restored', copy.chat.report.values.restored(restored))] : []),
  ...sourceRows(reuse?.source),
  row('processed', tokens(processedTokens)),
  ...(reuse && reuse.repeatedTokens > 0
    ? [row('processedAgain', tokens(reuse.repeatedTokens)), row('processedAgainCost', ms(reuse.repeatedMs))]
    : []),
  row('prefillRate', rate(prefillTokensPerSecond)),
]

function sourceRows(source: PrefixSource | undefined): ReportRow[] {
  if (!source) return []
  const { way, savedMs } = source
  // A restored cache has its own row.
  return [...(way === 'restored' ? [] : [row(way, copy.chat.report.values.restored(source))]), row('saved', ms(savedMs))]
}

const firstTokenRows = ({ ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs }: TurnMetrics): ReportRow[] => [
  row('ttft', ms(ttftMs)),
  row('queue', ms(queueMs)),
  row('tokenize', ms(tokeniseMs)),
  row('prefill', ms(prefillMs)),
  row('firstToken', ms(firstTokenMs)),
]

const answerRows = ({ outputTokens, decodeTokensPerSecond, itlMs, tpotMs, totalMs, stopReason }: TurnMetrics): ReportRow[] => [
  row('output', tokens(outputTokens)),
  row('decodeRate', rate(decodeTokensPerSecond)),
  row('itl50', ms(itlMs?.p50 ?? null)),
  row('itl90', ms(itlMs?.p90 ?? null)),
  row('itl99', ms(itlMs?.p99 ?? null)),
  row('tpot', ms(tpotMs)),
  row('total', ms(totalMs)),
  row('ended', copy.chat.report.values.stops[stopReason]),
]

function speculationRows({ by, drafted, accepted, speedUp, switchedOff, draftPromptMs }: SpeculationFigures): ReportRow[] {
  const { values } = copy.chat.report
  return [
    row(by === 'draft-model' ? 'draftedByModel' : 'draftedByLookup', tokens(drafted)),
    row('accepted', drafted === 0 ? values.none : values.accepted(accepted, formatPercent(accepted / drafted))),
    row('speedUp', speedUp === null ? values.none : `${formatNumber(speedUp, 2)} ×`),
    ...(draftPromptMs === undefined ? [] : [row('draftPrompt', ms(draftPromptMs))]),
    ...(switchedOff ? [row('switchedOff', values.slower)] : []),
  ]
}

const sharedRows = ({ answers, copyMs, cellBytes, inOneBatch }: SharedPrefill): ReportRow[] => [
  row('answers', formatCount(answers)),
  row('cellsCopied', `${formatBytes(cellBytes)} × ${formatCount(answers - 1)}`),
  row('copying', ms(copyMs)),
  row('decoded', inOneBatch ? copy.chat.report.values.inOneBatch : copy.chat.report.values.inTurn),
]

const sharedStepRows = ({ steps, otherTurns, otherPromptTokens }: SharedSteps): ReportRow[] => [
  row('sharedSteps', formatCount(steps)),
  row('otherTurns', formatCount(otherTurns)),
  row('otherPromptTokens', tokens(otherPromptTokens)),
]

const settingRows = ({ usedCells, totalCells, threads, seed }: TurnMetrics): ReportRow[] => [
  row('cells', copy.chat.report.values.of(usedCells, totalCells)),
  row('threads', formatCount(threads)),
  row('seed', String(seed)),
]

function bandwidthRows(bandwidth: TurnBandwidth, { weights, caches }: TokenReads): ReportRow[] {
  const { token, kinds } = copy.bandwidth
  const { weightBytes, writtenBytes, movedBytes, basis, allowedItlMs, itlMs, utilization, unknown } = bandwidth
  const known = (value: number | null, format: (value: number) => string) =>
    value === null ? token.unknown[unknown ?? 'too-short'] : format(value)
  const [allowed, mbu] = [token.allowed(basis?.threads ?? null), token.mbu(basis?.threads ?? null)]
  const why = unknown ? ` ${token.unknownMeaning[unknown]}` : basis ? ` ${token.basis(basis)}` : ''
  return [
    { ...token.weights, value: formatBytes(weightBytes) },
    ...(weights.length > 1 ? weights.map(({ type, bytes }) => ({ ...token.ofType(type), value: formatBytes(bytes) })) : []),
    ...caches.map(({ kind, readBytes }) => ({ ...kinds[kind], value: formatBytes(readBytes) })),
    { ...token.written, value: formatBytes(writtenBytes) },
    { ...token.total, value: formatBytes(movedBytes) },
    { name: allowed.name, meaning: allowed.meaning + why, value: known(allowedItlMs, formatMs) },
    ...(itlMs === null ? [] : [{ ...token.measured, value: formatMs(itlMs) }]),
    { name: mbu.name, meaning: mbu.meaning + why, value: known(utilization, (share) => token.mbuValue(share, bandwidth.fitsCache)) },
  ]
}

export const reportAsText = (metrics: TurnMetrics, memory: MemoryBandwidth | null): string =>
  [
    ...reportOf(metrics, memory).map(({ name, rows }) => [name, ...rows.map((row) => `  ${row.name}: ${row.value}`)].join('\n')),
    ...(metrics.reuse ? [`${copy.chat.report.groups.reuse}\n  ${copy.reuse.cause(metrics.reuse)}`] : []),
  ].join('\n')

/** Unrounded figures, named as in a conversation exported as JSON. The divergence has its position but not its text. */
export const reportAsJson = ({ reuse, ...metrics }: TurnMetrics): string =>
  JSON.stringify(reuse ? { ...metrics, reuse: { ...reuse, divergence: withoutText(reuse) } } : metrics, null, 2)

const withoutText = ({ divergence }: ReuseReport) =>
  divergence && { position: divergence.position, part: divergence.part, message: divergence.message }
