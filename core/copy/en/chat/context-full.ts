import { formatBytes, formatCount } from '../../../text/amounts'
import { say } from '../../types/sentence'
import { tokens } from '../../words/en'

export const contextFull = {
  sentence: (contextTokens: number) =>
    say(`The context is full: all ${tokens(contextTokens)} are in use, so the answer ended.`, 'Make room, then continue the answer.'),
  dropOldest: 'Drop the oldest turns',
  raise: (contextTokens: number, bytes: number): string =>
    `Raise the context to ${formatCount(contextTokens)} (cache of ${formatBytes(bytes)})`,
  quantize: (contextTokens: number, type: string, bytes: number): string =>
    `Raise the context to ${formatCount(contextTokens)} with a ${type} cache (${formatBytes(bytes)})`,
  openNew: 'Start a new conversation',
}
