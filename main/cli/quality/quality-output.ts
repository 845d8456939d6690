import { qualityTexts } from '../../../core/copy/command-line'
import { type CsvField, csvOf } from '../../../core/text/csv'
import type { Asked } from '../../quality/ask-suite'
import type { ScoredWindow } from '../../quality/measure-quality'
import type { ReachedServer } from '../../quality/reached-server'
import type { Output } from '../input/measuring-flags'
import { markdownTable } from '../load/markdown-table'
import { figureValue, type QualityFigure, type QualityRow } from './quality-rows'
import type { AskedSuite, MeasuredQuality } from './quality-run'

export interface QualityResults {
  readonly servers: readonly ReachedServer[]
  readonly quality: MeasuredQuality | null
  readonly suite: AskedSuite | null
  readonly rows: readonly QualityRow[]
}

/** `json`: one object in one line, with every prediction and answer. `csv`: one row per server and measure. */
export function qualityOutput(results: QualityResults, format: Output, version: string): string {
  switch (format) {
    case 'md':
      return markdown(results)
    case 'csv':
      return csv(results)
    case 'json':
      return `${JSON.stringify(jsonOf(results, version))}\n`
  }
}

function markdown({ servers, rows }: QualityResults): string {
  const names = namesOf(servers)
  return markdownTable(
    rows.map(({ measure, figures, verdict }) => ({
      measure: qualityTexts.measure(measure),
      ...Object.fromEntries(names.map((name, at) => [name, textOf(figures[at] ?? null)])),
      verdict,
    })),
  )
}

/** Two models of one server have the same address. */
function namesOf(servers: readonly ReachedServer[]): string[] {
  const isOne = new Set(servers.map(({ address }) => address.url)).size < servers.length
  const isSame = isOne && new Set(servers.map(({ model }) => model)).size < servers.length
  return servers.map(({ address, model }, at) =>
    [address.url, isOne ? model : '', isSame ? at + 1 : ''].filter((part) => part !== '').join(' '),
  )
}

function textOf(figure: QualityFigure | null): string {
  switch (figure?.kind) {
    case undefined:
      return ''
    case 'share':
      return qualityTexts.share(figure.hits, figure.of, figure)
    case 'percent':
      return qualityTexts.percent(figure.value, figure)
    case 'nats':
      return qualityTexts.nats(figure.value, figure, figure.isLowerBound)
    case 'amount':
      return qualityTexts.amount(figure.value, figure)
  }
}

const columns = ['server', 'model', 'measure', 'value', 'low', 'high', 'hits', 'of', 'is_lower_bound', 'verdict'] as const

const csv = ({ servers, rows }: QualityResults): string =>
  csvOf(
    columns,
    rows.flatMap(({ measure, figures, verdict }) =>
      figures.flatMap((figure, at) => {
        const server = servers[at]
        return figure && server ? [csvRow(server, measure, figure, at === figures.length - 1 ? verdict : '')] : []
      }),
    ),
  )

function csvRow({ address, model }: ReachedServer, measure: string, figure: QualityFigure, verdict: string): CsvField[] {
  const isShare = figure.kind === 'share'
  return [
    address.url,
    model,
    measure,
    figureValue(figure),
    limitOf(figure.low),
    limitOf(figure.high),
    isShare ? figure.hits : null,
    isShare ? figure.of : null,
    !isShare && figure.isLowerBound,
    verdict,
  ]
}

const limitOf = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)

function jsonOf({ servers, quality, suite, rows }: QualityResults, version: string): object {
  return {
    headroom_version: version,
    servers: servers.map(({ address, kind, version: own, model }) => ({ url: address.url, kind, version: own, model })),
    measures: Object.fromEntries(
      rows.map(({ measure, figures, verdict }) => [
        measure,
        { servers: figures.map((figure) => figure && jsonFigure(figure)), verdict: verdict === '' ? null : verdict },
      ]),
    ),
    quality: quality && {
      text: quality.textName,
      top_k: quality.topK,
      kld_upper_bound: null,
      windows: quality.windows.map(jsonWindow),
    },
    suite: suite === null ? null : suite.answers.map((answers) => answers.map(jsonAnswer)),
  }
}

const jsonAnswer = (asked: Asked): object => (asked.kind === 'scored' ? asked.score : { kind: 'failed', code: asked.failure.code })

const jsonFigure = (figure: QualityFigure): object => ({
  value: figureValue(figure),
  low: limitOf(figure.low),
  high: limitOf(figure.high),
  ...(figure.kind === 'share' ? { hits: figure.hits, of: figure.of } : { is_lower_bound: figure.isLowerBound }),
})

const jsonWindow = ({ window, scores }: ScoredWindow): object => ({
  tokens: window.tokens.length,
  positions: window.targets,
  kld_lower_bounds: scores.map(({ divergence }) => divergence),
  covered: scores.map(({ covered }) => covered),
  same_top: scores.map(({ sameTop }) => sameTop),
  logprob_changes: scores.map(({ logprobChange }) => logprobChange),
  reference_nlls: scores.map(({ referenceNll }) => referenceNll),
  nlls: scores.map(({ nll }) => nll),
})
