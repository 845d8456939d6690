/** 0: success. 2: bad input. 3: refused settings. 4: engine failure. 5: accuracy limit exceeded. 6: too few measurements to judge. */
import type { GateAnswer } from '../../../core/compare/gate/judge'
import type { ErrorCode, Failure } from '../../../core/contract/errors/errors'

const refused: readonly ErrorCode[] = [
  'settings-refused',
  'context-larger-than-memory',
  'model-larger-than-memory',
  'draft-refused',
  'draft-larger-than-memory',
]
const engine: readonly ErrorCode[] = [
  'engine-gone',
  'engine-start-failed',
  'vc-runtime-missing',
  'model-load-failed',
  'draft-load-failed',
  'context-failed',
  'generation-failed',
  'server-failed',
  'server-dropped',
  'compare-task-failed',
  'lab-ended',
]

export function exitCodeOf({ code }: Failure): 2 | 3 | 4 {
  if (refused.includes(code)) return 3
  return engine.includes(code) ? 4 : 2
}

export const exitCodeOfGate = (answer: GateAnswer): 0 | 5 | 6 => (answer === 'within' ? 0 : answer === 'beyond' ? 5 : 6)
