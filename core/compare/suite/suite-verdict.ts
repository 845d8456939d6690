import { lossInterval, type Recall } from '../gate/recall'
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

const changeOf = (before: SchemaCounts, after: SchemaCounts): ShareChange => shareChange(validOf(before), validOf(after))

const validOf = ({ valid, prompts }: SchemaCounts): Recall => ({ found: valid, trials: prompts })

/** Both need a trial. */
export function shareChange(before: Recall, after: Recall): ShareChange {
  const { low, high } = lossInterval(before, after)
  return low > 0 ? 'fewer' : high < 0 ? 'more' : 'unclear'
}
