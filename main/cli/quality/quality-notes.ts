/** What a reader of the table has to know. */
import type { TopKQuality } from '../../../core/compare/statistics/top-k-quality'
import { suiteVerdictOf } from '../../../core/compare/suite/suite-verdict'
import type { Failure } from '../../../core/contract/errors/errors'
import { loadNotes, qualityNotes } from '../../../core/copy/command-line'
import { describeFailure } from '../../../core/copy/failures'
import type { SuiteCounts } from '../../../core/remote/suite/suite-scores'
import type { ReachedServer } from '../../quality/reached-server'
import type { AskedSuite, MeasuredQuality } from './quality-run'

interface Reported {
  readonly servers: readonly ReachedServer[]
  readonly quality: MeasuredQuality | null
  readonly figures: TopKQuality | null
  readonly suite: AskedSuite | null
  readonly counts: readonly SuiteCounts[]
}

export function qualityNotesOf({ servers, quality, figures, suite, counts }: Reported): string[] {
  return [...(quality && figures ? methodNotes(servers, figures, quality.topK) : []), ...(suite ? suiteNotes(servers, suite, counts) : [])]
}

function methodNotes([reference, other]: readonly ReachedServer[], figures: TopKQuality, topK: number): string[] {
  const without = [figures.referencePerplexity ? [] : reference, figures.perplexity ? [] : other].flat()
  return [
    qualityNotes.method(figures.positions, figures.windows, topK),
    ...without.flatMap((server) => (server ? [qualityNotes.noPerplexity(server.address.url)] : [])),
  ]
}

function suiteNotes(servers: readonly ReachedServer[], { answers, calibration }: AskedSuite, counts: readonly SuiteCounts[]): string[] {
  const [reference, other] = counts
  const verdict = reference && other && suiteVerdictOf(other, reference)
  const [first, second] = servers
  return [
    ...(verdict && first && second ? [qualityNotes.compared(second.address.url, first.address.url, verdict)] : []),
    ...(answers.some(({ length }) => length > 0) ? [qualityNotes.shares] : []),
    ...(calibration ? [loadNotes.lengths(calibration.by, calibration.templateTokens)] : []),
    ...servers.flatMap(({ address }, at) => answerNotes(address.url, answers[at] ?? [])),
  ]
}

function answerNotes(url: string, asked: AskedSuite['answers'][number]): string[] {
  const reasoned = asked.filter((one) => one.kind === 'scored' && one.hasReasoning).length
  const byCode = new Map<string, Failure[]>()
  for (const one of asked) if (one.kind === 'failed') byCode.set(one.failure.code, [...(byCode.get(one.failure.code) ?? []), one.failure])
  return [
    ...(reasoned > 0 ? [qualityNotes.reasoning(url, reasoned)] : []),
    ...[...byCode].flatMap(([code, failures]) => {
      const [first] = failures
      return first ? [qualityNotes.failed(url, failures.length, code, describeFailure(first))] : []
    }),
  ]
}
