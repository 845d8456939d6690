import type { StoredMessage } from './conversations'
import { stopReasonOf } from './stop-reason-of'
import type { StopReason } from './turn'

const cutOff: readonly StopReason[] = ['token-limit', 'context-full', 'stopped']

export function canContinue({ role, state, text, metrics, remote }: StoredMessage): boolean {
  if (role !== 'assistant' || state === 'streaming' || text === '') return false
  const stopReason = stopReasonOf({ metrics, remote })
  return state !== 'complete' || (stopReason !== null && cutOff.includes(stopReason))
}
