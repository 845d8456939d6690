import { lossInterval, type Recall } from '../gate/recall'
import type { ShareChange, SuiteVerdict } from '../statistics/verdict'
import type { SchemaCounts, SuiteFigures } from './suite-figures'

/** Returns null if nothing can be compared. */
export function suiteVerdictOf(
  setting: SuiteFigures,
  reference: SuiteFigures,
  passkeys: { readonly setting: Recall | null; readonly reference: Recall | null } = { setting: null, reference: null },
): SuiteVerdict | null {
  const { toolCalls, schemas } = setting
  const calls = toolCalls && toolCalls.sameCall !== null ? { same: toolCalls.sameCall, prompts: toolCalls.prompts } : null
  const json =
    schemas && reference.schemas
      ? { valid: schemas.valid, prompts: schemas.prompts, change: shareChange(validOf(reference.schemas), validOf(schemas)) }
      : null
  const found =
    passkeys.setting && passkeys.reference
      ? { found: passkeys.setting.found, trials: passkeys.setting.trials, change: shareChange(passkeys.reference, passkeys.setting) }
      : null
  return calls || json || found ? { passkeys: found, toolCalls: calls, schemas: json } : null
}

const validOf = ({ valid, prompts }: SchemaCounts): Recall => ({ found: valid, trials: prompts })

/** Both need a trial. */
export function shareChange(before: Recall, after: Recall): ShareChange {
  const { low, high } = lossInterval(before, after)
  return low > 0 ? 'fewer' : high < 0 ? 'more' : 'unclear'
}
