import { coded } from '../../../core/contract/errors/coded-error'
import type { StartLab } from '../lab-process'

/** The Lab's process ends before it answers. */
export const noLab: StartLab = () => {
  throw coded('lab-ended', { reason: { kind: 'code', code: 1, quoted: null } })
}
