import type { WhatIfMachine } from '../../../core/plan/machines/what-if-machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { type ShapeChange, withShape } from '../../../core/plan/what-if/changed-shape'
import { type SinkWindow, withSinkWindow } from '../../../core/plan/what-if/sink-window'

export interface WhatIf {
  /** null for this machine. */
  readonly machine: WhatIfMachine | null
  readonly shape: ShapeChange
  readonly sinks: SinkWindow | null
}

export const noWhatIf: WhatIf = { machine: null, shape: {}, sinks: null }

export const whatIfSubject = (subject: PlanSubject, { shape, sinks }: WhatIf): PlanSubject =>
  withSinkWindow(withShape(subject, shape), sinks)
