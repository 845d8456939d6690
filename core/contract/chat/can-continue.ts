import type { StoredMessage } from './conversations'
import { stopReasonOf } from './stop-reason-of'
import type { StopReason } from './turn'

const cutOff: readonly StopReason[] = ['token-limit', 'context-full', 'stopped']

export function canContinue({ role, state, text, metrics, remote, edited }: StoredMessage): boolean {
  if (role !== 'assistant' || state === 'streaming' || text === '') return false
  const stopReason = stopReasonOf({ metrics, remote })
  if (stopReason === null && edited) return true
  return state !== 'complete' || (stopReason !== null && cutOff.includes(stopReason))
}
