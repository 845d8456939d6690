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
  openWithSummary: 'Start a new conversation with a summary',
  fitsNow: say('The message fits into the context now.', ''),
  answer: 'Answer the message',
  writing: (written: number) =>
    say(`The model is writing a summary: ${tokens(written)} so far.`, 'When it is complete, a new conversation opens with it.'),
  stop: 'Stop',
  /** The name of a document. */
  summaryName: (title: string): string => `Summary of “${title}”`,
  openNew: 'Start a new conversation',
}
