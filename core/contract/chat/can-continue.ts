import type { StoredMessage } from './conversations'
import type { StopReason } from './turn'

const cutOff: readonly StopReason[] = ['token-limit', 'context-full', 'stopped']

export function canContinue({ role, state, text, metrics }: StoredMessage): boolean {
  if (role !== 'assistant' || state === 'streaming' || text === '') return false
  return state !== 'complete' || (metrics !== null && cutOff.includes(metrics.stopReason))
}
