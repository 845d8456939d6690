import { lossInterval } from '../gate/recall'
import type { ShareChange, SuiteVerdict } from '../statistics/verdict'
import type { SchemaCounts, SuiteFigures } from './suite-figures'

/** Returns null if nothing can be compared. */
export function suiteVerdictOf(setting: SuiteFigures, reference: SuiteFigures): SuiteVerdict | null {
  const { toolCalls, schemas } = setting
  const calls = toolCalls && toolCalls.sameCall !== null ? { same: toolCalls.sameCall, prompts: toolCalls.prompts } : null
  const json =
    schemas && reference.schemas ? { valid: schemas.valid, prompts: schemas.prompts, change: changeOf(reference.schemas, schemas) } : null
  return calls || json ? { toolCalls: calls, schemas: json } : null
}

function changeOf(before: SchemaCounts, after: SchemaCounts): ShareChange {
  const recall = ({ valid, prompts }: SchemaCounts) => ({ found: valid, trials: prompts })
  const { low, high } = lossInterval(recall(before), recall(after))
  return low > 0 ? 'fewer' : high < 0 ? 'more' : 'unclear'
}
