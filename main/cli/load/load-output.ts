import { loadName } from '../../../core/copy/command-line'
import { figuresOf } from '../../../core/load/figures'
import type { LoadRun } from '../../../core/load/load-run'
import { requestCsv } from '../../../core/load/results/request-rows'
import { serveResult } from '../../../core/load/results/serve-result'
import type { Output } from '../input/measuring-flags'
import { markdownTable } from './markdown-table'

export function loadOutput(runs: readonly LoadRun[], format: Output, version: string): string {
  switch (format) {
    case 'csv':
      return requestCsv(runs)
    case 'json':
      return runs.map((run) => `${JSON.stringify(serveResult(run, version))}\n`).join('')
    case 'md':
      return markdownTable(runs.map(rowOf))
  }
}

const fixed = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? ''

function rowOf(run: LoadRun): Readonly<Record<string, string>> {
  const { server, arrivals, round, records, limits, loopDelay } = run
  const figures = figuresOf(records, limits)
  const { completed, failed, ttft, itl, tpot, endToEnd } = figures
  return {
    server: server.url,
    load: loadName(arrivals),
    round: String(round),
    done: String(completed),
    failed: String(failed),
    'req/s': fixed(figures.requestThroughput, 2),
    'good req/s': fixed(figures.goodput, 2),
    'out tok/s': fixed(figures.outputThroughput, 1),
    'all tok/s': fixed(figures.totalThroughput, 1),
    'in tok': completed > 0 ? fixed(figures.inputTokens / completed, 0) : '',
    'out tok': completed > 0 ? fixed(figures.outputTokens / completed, 0) : '',
    'TTFT p50 ms': fixed(ttft?.median, 1),
    'TTFT p99 ms': fixed(ttft?.p99, 1),
    'ITL p50 ms': fixed(itl?.median, 2),
    'ITL p99 ms': fixed(itl?.p99, 2),
    'TPOT p50 ms': fixed(tpot?.median, 2),
    'E2E p50 ms': fixed(endToEnd?.median, 1),
    'E2E p99 ms': fixed(endToEnd?.p99, 1),
    'generator p99 ms': fixed(loopDelay.p99Ms, 2),
  }
}
