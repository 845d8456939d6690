import { coded } from '../../../core/contract/errors/coded-error'
import type { StartLab } from '../lab-process'

/** The Lab's process does not start. */
export const noLab: StartLab = () => {
  throw coded('lab-ended', { reason: { kind: 'code', code: 1, quoted: null } })
}
