import { copy } from '../../../core/copy/copy'
import type { PlanAnswer } from '../../../core/plan/plan-answer'

/** Scripts rely on these field names. */
export const planJson = ({ refused, ...answer }: PlanAnswer) => {
  const { architecture, settings, ...figures } = answer
  return {
    architecture,
    settings,
    refused: refused && { code: refused.kind, message: copy.reasons.settingsRefusal(refused) },
    ...figures,
  }
}
