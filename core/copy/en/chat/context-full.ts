import { formatBytes, formatCount } from '../../../text/amounts'
import { say } from '../../types/sentence'
import { tokens } from '../../words/en'

export const contextFull = {
  sentence: (contextTokens: number) =>
    say(`The context is full: all ${tokens(contextTokens)} are in use. The answer stopped there.`, 'Make room to continue the answer.'),
  plainSentence: say('The memory of this chat is full, so the answer stopped.', 'Choose how to go on.'),
  /** The conversation then forgets them, and the answer continues. */
  forgetAndContinue: 'Forget the oldest messages and continue',
  forgetAndAnswer: 'Forget the oldest messages and answer',
  /** Of a message that fits into an empty context, but not next to the conversation so far. */
  plainTooLong: say('This chat is too long for the model’s memory with the new message.', 'Choose how to go on.'),
  plainRaise: (bytes: number): string => `Make the memory larger (uses ${formatBytes(bytes)})`,
  forgetNote: 'Only the model forgets them. They stay on the screen.',
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
