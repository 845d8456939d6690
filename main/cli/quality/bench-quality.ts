/** `headroom bench --quality` and `--suite`: how well one or two servers answer. */
import { topKQuality } from '../../../core/compare/statistics/top-k-quality'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { describeFailure } from '../../../core/copy/failures'
import { type SuiteCounts, type SuiteScore, suiteCounts } from '../../../core/remote/suite/suite-scores'
import { environmentNetwork } from '../../library/network/network'
import type { Asked } from '../../quality/ask-suite'
import type { ReachedServer } from '../../quality/reached-server'
import { assertText, CompareTexts } from '../../services/compare/compare-texts'
import type { Output } from '../input/measuring-flags'
import { note, print } from '../input/terminal'
import { textInFile } from '../input/text-file'
import { reachServer } from '../servers/reach-server'
import { benchQualityOrder, type QualityPlan } from './quality-flags'
import { qualityNotesOf } from './quality-notes'
import { type QualityResults, qualityOutput } from './quality-output'
import { qualityRows, suiteRows } from './quality-rows'
import { type AskedSuite, type MeasuredQuality, runQuality, runSuite } from './quality-run'

export interface BenchQualityTools {
  readonly textsFolder: string
  readonly version: string
  readonly signal: AbortSignal
}

/** As in Compare. */
const largestTextBytes = 16 << 20
const bundledText = 'story'

/** Returns 2 if no question was answered. Throws UsageError, coded failures, and the signal's reason. */
export async function benchQuality(args: readonly string[], { textsFolder, version, signal }: BenchQualityTools): Promise<number> {
  const order = benchQualityOrder(args)
  const text = order.quality && (await textOf(order.quality, textsFolder))
  const servers: ReachedServer[] = []
  for (const wanted of order.servers) servers.push(await reachServer(wanted, environmentNetwork, signal))
  const quality: MeasuredQuality | null = order.quality && {
    textName: order.quality.textFile ?? bundledText,
    topK: order.quality.topK,
    windows: [],
  }
  const suite: AskedSuite | null = order.suite && { answers: servers.map(() => []), calibration: null }
  const [first, second] = servers
  try {
    if (quality && order.quality && text !== null && first && second)
      await runQuality(environmentNetwork, [first, second], text, order.quality, quality, signal).catch((error: unknown) => {
        // The suite can be asked of every server.
        const failure = failureOf(error)
        if (!suite || failure?.code !== 'server-without-logprobs') throw error
        note(`${failure.code}: ${describeFailure(failure)}`)
      })
    if (suite && order.suite) await runSuite(environmentNetwork, servers, order.suite, suite, signal)
  } finally {
    report({ servers, quality, suite }, order.format, version)
  }
  return isAnswered(quality, suite) ? 0 : 2
}

async function textOf({ textFile }: QualityPlan, folder: string): Promise<string> {
  if (textFile === null) return new CompareTexts(folder).read(bundledText)
  const text = await textInFile(textFile, largestTextBytes)
  assertText(text, textFile)
  return text
}

function report({ servers, quality, suite }: Omit<QualityResults, 'rows'>, format: Output, version: string): void {
  const figures = quality && topKQuality(quality.windows.map(({ scores }) => scores))
  const counts = suite ? countsOf(suite) : []
  const rows = [...(figures ? qualityRows(figures) : []), ...suiteRows(counts)]
  if (rows.length > 0) print(qualityOutput({ servers, quality, suite, rows }, format, version))
  for (const line of qualityNotesOf({ servers, quality, figures, suite, counts })) note(line)
}

function countsOf({ answers }: AskedSuite): SuiteCounts[] {
  const scores = answers.map((asked) => asked.map(scoreOf))
  const [first = []] = scores
  return scores.map((own, at) => suiteCounts(own, at === 0 ? (scores[1] ?? first) : first, at === 0))
}

const scoreOf = (asked: Asked): SuiteScore | null => (asked.kind === 'scored' ? asked.score : null)

function isAnswered(quality: MeasuredQuality | null, suite: AskedSuite | null): boolean {
  if (suite) return suite.answers.every((asked) => asked.some(({ kind }) => kind === 'scored'))
  return quality?.windows.some(({ scores }) => scores.length > 0) ?? false
}
