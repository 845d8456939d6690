/** Columns of runs with a setting on a server. Their local settings have the figures at the client as well. */
import { isOnServer } from '../../core/compare/on-server'
import { type ClientFigureName, type ClientTurn, clientFigureNames, clientFigures } from '../../core/compare/statistics/client-turn'
import type { CompareRun } from '../../core/contract/compare/compare-runs'
import type { CompareVariant } from '../../core/contract/compare/compare-variants'
import { type Figure, none } from '../../core/remote/figure'
import { meanAndDeviation } from '../../core/stats/percentile'
import { type Field, llamaBenchColumns, type Row, testTime } from './llama-bench-columns'

/** A server does not say what llama-bench's columns are about. */
export const noLlamaBenchFields = (run: CompareRun): Row => ({
  ...Object.fromEntries(llamaBenchColumns.map((column) => [column, null])),
  test_time: testTime(run),
})

export function serverFields(variant: CompareVariant): Row {
  const server = isOnServer(variant) ? variant : null
  return {
    server_kind: server?.found?.kind ?? null,
    server_version: server?.found?.version ?? null,
    server_name: server?.serverName ?? null,
    server_model: server?.model ?? null,
  }
}

const columns: Readonly<Record<ClientFigureName, string>> = {
  ttftMs: 'ttft',
  tpotMs: 'tpot',
  promptTokens: 'prompt_tokens',
  cachedTokens: 'cached_tokens',
  promptPerSecond: 'client_pp_ts',
  outputPerSecond: 'client_tg_ts',
}
/** `latencyFields` has their values. */
const elsewhere: readonly ClientFigureName[] = ['ttftMs', 'tpotMs']

/** For each figure, its mean, the standard deviation over the turns, and its source. */
export function clientFields(turns: readonly ClientTurn[]): Row {
  const figures = turns.length > 0 ? clientFigures(turns) : null
  const fields = clientFigureNames.flatMap((name): [string, Field][] => {
    const { values = [], source = none('not-read') } = figures?.[name] ?? {}
    const { mean, deviation } = values.length > 0 ? meanAndDeviation(values) : { mean: null, deviation: null }
    const column = columns[name]
    return [
      ...(elsewhere.includes(name)
        ? []
        : ([
            [column, mean],
            [`${column}_stddev`, values.length > 1 ? deviation : null],
          ] as [string, Field][])),
      [`${column}_source`, figures ? sourceText(source) : null],
    ]
  })
  return Object.fromEntries(fields)
}

/** Such as `measured`, `reported usage.prompt_tokens`, `derived processed-tokens-over-ttft` and `none not-given`. */
function sourceText(figure: Figure): string {
  switch (figure.kind) {
    case 'measured':
      return figure.kind
    case 'reported':
      return `${figure.kind} ${figure.field}`
    case 'derived':
      return `${figure.kind} ${figure.formula}`
    case 'none':
      return `${figure.kind} ${figure.reason}`
  }
}
