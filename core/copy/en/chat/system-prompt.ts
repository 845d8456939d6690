import { formatCount } from '../../../text/amounts'
import { say } from '../../types/sentence'

export const systemPrompt = {
  /** `text` is the beginning of the prompt. */
  line: (text: string, isUnsaved: boolean): string =>
    `System prompt: ${text === '' ? 'none' : text}${isUnsaved ? ' (from the next message on)' : ''}`,
  /** In the plain view. */
  plainLine: (text: string, isUnsaved: boolean): string =>
    `System prompt (instructions for the model): ${text === '' ? 'none' : text}${isUnsaved ? ' (from the next message on)' : ''}`,
  label: 'System prompt',
  placeholder: 'What the model should know, and how it should behave',
  tooLong: (characters: number, limit: number) =>
    say(
      `The system prompt has ${formatCount(characters)} characters; the limit is ${formatCount(limit)}.`,
      'Shorten it, or cancel the change.',
    ),
  scope: 'Applies to this conversation.',
  changeCost: 'A change makes the model process the whole conversation again because every later cell depends on the system prompt.',
  plainChangeCost: 'After a change, the model has to read the whole conversation again.',
  cancel: 'Cancel',
  set: 'Set',
}
