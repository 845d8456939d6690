/** 0 ok, 2 bad input, 3 refused settings, 4 engine failure. */
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
  'compare-task-failed',
  'lab-ended',
]

export function exitCodeOf({ code }: Failure): 2 | 3 | 4 {
  if (refused.includes(code)) return 3
  return engine.includes(code) ? 4 : 2
}
