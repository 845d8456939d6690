/** `headroom bench --compare A.json B.json`. */

import { coded } from '../../../core/contract/errors/coded-error'
import { resultTexts } from '../../../core/copy/command-line'
import { readResults } from '../../../core/load/compare/read-results'
import type { Measure, ResultRun } from '../../../core/load/compare/result-run'
import { type ComparedSetting, sideBySide } from '../../../core/load/compare/side-by-side'
import { UsageError } from '../input/flags'
import { note, print } from '../input/terminal'
import { textInFile } from '../input/text-file'
import { markdownTable } from './markdown-table'

const largestBytes = 256 << 20

export async function compareResults([first, second]: readonly [string, string]): Promise<number> {
  const compared = sideBySide(await resultsIn(first), await resultsIn(second))
  if (compared.length === 0) throw new UsageError(resultTexts.nothingCommon)
  print(markdownTable(compared.flatMap(rowsOf)))
  note(resultTexts.notes)
  return 0
}

async function resultsIn(file: string): Promise<readonly ResultRun[]> {
  const results = readResults(await textInFile(file, largestBytes))
  if ('problem' in results) throw coded('load-file-refused', { name: file, reason: results.problem })
  return results.runs
}

function rowsOf({ first, second, measures }: ComparedSetting): Readonly<Record<string, string>>[] {
  const [one, other] = [resultTexts.setting(first), resultTexts.setting(second)]
  return measures.map((measure) => ({
    setting: one === other ? one : `A ${one}, B ${other}`,
    measure: measure.name,
    A: amountText(measure.first),
    B: amountText(measure.second),
    'B/A': measure.ratio?.toFixed(3) ?? '',
    verdict: resultTexts.verdict(measure.verdict),
  }))
}

const amountText = ({ value, error }: Measure): string => (error === null ? value.toFixed(2) : `${value.toFixed(2)} ± ${error.toFixed(2)}`)
