import type { Arrivals } from '../../../load/arrivals'
import type { PairedRatio, PairedVerdict } from '../../../load/compare/paired-ratio'
import type { ResultSetting } from '../../../load/compare/result-run'
import type { MeasureVerdict } from '../../../load/compare/side-by-side'
import type { Knee } from '../../../load/knee'
import { mostLoopDelayMs } from '../../../load/overhead'
import type { Calibration } from '../../../load/workload/calibration'
import { formatCount, formatMs, formatPercent, formatRate } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted } from '../../words/en'

export const loadName = (arrivals: Arrivals): string => {
  switch (arrivals.kind) {
    case 'closed':
      return `concurrency ${formatCount(arrivals.concurrency)}`
    case 'poisson':
      return `${formatShort(arrivals.perSecond, 3)} req/s`
    case 'trace':
      return 'as in the trace'
  }
}

export const loadNotes = {
  run: (done: number, of: number, server: string, load: string, requests: number, tokensPerSecond: number, ttftMs: number | null): string =>
    `[${formatCount(done)} of ${formatCount(of)}] ${server}, ${load}: ${counted(requests, 'answer', 'answers')}, ${formatRate(tokensPerSecond)}${
      ttftMs === null ? '' : `, TTFT ${formatMs(ttftMs)} (median)`
    }`,
  lengths(by: Calibration['by'], templateTokens: number | null): string {
    switch (by) {
      case 'tokenizer':
        return 'Prompt lengths: the server’s tokenizer counted each prompt, without the chat template.'
      case 'usage':
        return `Prompt lengths: calculated from the prompt_tokens of two answers, without ${formatCount(templateTokens ?? 0)} tokens of the chat template.`
      case 'words':
        return 'Prompt lengths: the server counts no tokens, so each word counts as one token.'
    }
  },
  pieces: (answers: number): string =>
    `The server reported no output tokens for ${counted(answers, 'answer', 'answers')}, so the pieces of text were counted. A piece can have several tokens.`,
  /** `first`: the sentence of the first of these failures. */
  failed: (requests: number, code: string, first: string | null): string =>
    `${counted(requests, 'request', 'requests')} failed with ${code}.${first === null ? '' : ` The first: ${first}`}`,
  interrupted: (requests: number): string => `The figures do not include ${counted(requests, 'request', 'requests')} that had not ended.`,
  delay: (p99Ms: number, lateRuns: number, runs: number): string =>
    lateRuns === 0
      ? `The load generator was at most ${formatMs(p99Ms)} late (p99 of its event loop, limit ${formatMs(mostLoopDelayMs)}).`
      : `The load generator was up to ${formatMs(p99Ms)} late (p99 of its event loop, limit ${formatMs(mostLoopDelayMs)}) in ${formatCount(lateRuns)} of ${counted(runs, 'run', 'runs')}. Gaps of these runs include its delay. Measure with less load, or from a machine that does nothing else.`,
  sentLate: (p99Ms: number): string => `Requests were sent up to ${formatMs(p99Ms)} after they were due (p99).`,
  knee(server: string, load: string, { at }: Knee): string {
    const place =
      at === 'inside'
        ? ''
        : at === 'last'
          ? ' It is the highest load that was measured, so the knee can be at a higher one.'
          : ' It is the lowest load that was measured, so the knee can be at a lower one.'
    return `Knee of ${server}: ${load}, where throughput / latency is highest.${place}`
  },
  noModel: (url: string): string => `${url} lists no model. Name one with --model.`,
}

const amounts = {
  outputThroughput: 'tokens per second',
  ttft: 'TTFT',
  tpot: 'TPOT',
  endToEnd: 'end-to-end latency',
} as const
export type PairedMeasure = keyof typeof amounts

export const pairedText = {
  head: (first: string, second: string, rounds: number): string =>
    `${second} compared with ${first}, ${counted(rounds, 'round', 'rounds')}:`,
  tooFew: 'Fewer than three rounds were measured on both, so there is no verdict.',
  line(load: string, measure: PairedMeasure, ratio: PairedRatio, verdict: PairedVerdict): string {
    const range = `95% interval ${times(ratio.low)} to ${times(ratio.high)}`
    const name = amounts[measure]
    switch (verdict) {
      case 'higher':
      case 'lower':
        return `${load}: ${name} ${formatPercent(Math.abs(ratio.ratio - 1), 1)} ${verdict} (${range})`
      case 'equal':
        return `${load}: ${name} equal (${range})`
      case 'unclear':
        return `${load}: no clear difference in ${name} (${range})`
    }
  },
}

const times = (ratio: number): string => `${formatShort(ratio, 3)}×`

export const resultTexts = {
  setting(setting: ResultSetting): string {
    switch (setting.kind) {
      case 'concurrency':
        return setting.requests === null ? 'all requests at once' : `concurrency ${formatCount(setting.requests)}`
      case 'rate':
        return `${formatShort(setting.perSecond, 3)} req/s`
      case 'test':
        return setting.types === '' ? setting.name : `${setting.name}, ${setting.types}`
    }
  },
  verdict: (verdict: MeasureVerdict | null): string => (verdict === null ? 'no spread, no verdict' : verdictWords[verdict]),
  notes: 'The verdict is on B. Better and worse: the 95% interval of the difference (Welch) excludes 0, and the difference is at least 2%.',
  nothingCommon: 'The two files have no setting in common, so there is nothing to compare.',
}

const verdictWords = {
  better: 'better',
  worse: 'worse',
  equal: 'equal',
  unclear: 'no clear difference',
} as const satisfies Record<MeasureVerdict, string>
