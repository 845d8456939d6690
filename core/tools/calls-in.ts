import type { ConversationTool } from '../contract/chat/conversation-tools'
import type { StoredMessage } from '../contract/chat/conversations'
import type { MessagePart } from '../contract/chat/message-parts'
import { stopReasonOf } from '../contract/chat/stop-reason-of'

/** How many times in a row a model may call tools before the user must decide whether it continues. */
export const mostRounds = 8

export type CallPart = Extract<MessagePart, { type: 'tool-call' }>
export type ResultPart = Extract<MessagePart, { type: 'tool-result' }>

/** Calls that a complete answer makes. Empty if the answer was cut off. */
export function callsIn({
  role,
  state,
  metrics,
  remote,
  parts = [],
}: Pick<StoredMessage, 'role' | 'state' | 'metrics' | 'remote' | 'parts'>): CallPart[] {
  if (role !== 'assistant' || state !== 'complete' || stopReasonOf({ metrics, remote }) !== 'end-of-text') return []
  return parts.filter((part) => part.type === 'tool-call')
}

/** Calls in a conversation without tools are text. */
export const canRun = (calls: readonly CallPart[], tools: readonly Pick<ConversationTool, 'server'>[]): boolean =>
  calls.length > 0 && tools.length > 0

/** Rounds of calls since the user's last message, on a path that ends with an answer. */
export const roundsOn = (path: readonly Pick<StoredMessage, 'role'>[]): number =>
  path.slice(path.findLastIndex(({ role }) => role === 'user') + 1).filter(({ role }) => role === 'tool').length

/** undefined if the arguments are not a JSON object. */
export function argumentsIn({ arguments: json }: Pick<CallPart, 'arguments'>): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json.trim() === '' ? '{}' : json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
