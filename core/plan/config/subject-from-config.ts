/** A plan's subject from the text of a Hugging Face config.json. */
import { coded } from '../../contract/coded-error'
import type { PlanSubject } from '../plan-subject'

/** Throws `config-unreadable`. */
export function subjectFromConfig(_text: string): PlanSubject {
  throw coded('config-unreadable', { reason: 'config.json cannot be read yet' })
}
