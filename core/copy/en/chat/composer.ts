import type { OverflowPolicy } from '../../../contract/settings/overflow'
import { formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { say } from '../../types/sentence'
import { counted, tokens } from '../../words/en'

/** undefined if the message is hardly too long. */
const timesTooLong = (messageTokens: number, contextTokens: number): string | undefined => {
  const times = messageTokens / contextTokens
  return times < 1.1 ? undefined : `about ${formatShort(times, times < 10 ? 1 : 0)} times`
}

const makesRoom: Readonly<Record<Exclude<OverflowPolicy, 'stop'>, string>> = {
  'drop-oldest': 'the oldest turns will be dropped',
  'sink-recency': 'earlier tokens will be dropped',
}

export const composer = {
  label: 'Message',
  placeholder: 'Write a message',
  obstacles: {
    connecting: 'Connecting…',
    noModel: 'Choose a model first',
    loading: 'The model is loading…',
    failed: 'The model is not loaded',
  },
  send: 'Send',
  stop: 'Stop',
  stopKey: 'Esc stops the answer',
  /** A narrow window shows only the first part. */
  sendKeys: (send: string, newLine: string): readonly [string, string] => [`${send} sends`, `, ${newLine} starts a new line`],

  pasted: (characters: number): string => `Pasted text, ${counted(characters, 'character', 'characters')}`,
  removePasted: 'Remove the pasted text',

  counting: (share: number): string => `counting, ${Math.floor(share * 100)}%`,
  /** `leftTokens` is negative if the message does not fit, and undefined while unknown. */
  count(messageTokens: number, leftTokens: number | undefined, contextTokens: number, policy: OverflowPolicy): string {
    const count = tokens(messageTokens)
    if (leftTokens === undefined) return count
    if (leftTokens >= 0) return `${count}, ${formatCount(leftTokens)} of ${formatCount(contextTokens)} left`
    return policy === 'stop' ? `${count}, ${formatCount(-leftTokens)} too many` : `${count}, ${makesRoom[policy]}`
  },
  countMeaning(usedTokens: number | undefined, contextTokens: number): string {
    const used =
      usedTokens === undefined
        ? `It is not known yet how many of the ${tokens(contextTokens)} of the context the conversation uses`
        : `The conversation uses ${formatCount(usedTokens)} of the ${tokens(contextTokens)} of the context`
    return `Tokens of your message only. ${used}; the chat template adds a few for each message.`
  },

  /** Follows the sentence that a message has too many characters. */
  aboutTokens: (messageTokens: number): string => `It has about ${tokens(messageTokens)}.`,
  tooManyTokens(messageTokens: number, contextTokens: number) {
    const excess = timesTooLong(messageTokens, contextTokens) ?? 'a little more than'
    return say(
      `This message has about ${tokens(messageTokens)}, ${excess} what the context holds (${formatCount(contextTokens)}).`,
      'Shorten it, or send it in parts.',
    )
  },
  plainTooLong(messageTokens: number, contextTokens: number) {
    const times = timesTooLong(messageTokens, contextTokens)
    const length = times === undefined ? 'a little longer than' : `${times} as long as`
    return say(`This message is ${length} the model can read at once.`, 'Shorten it, or send it in parts.')
  },
  plainNoRoom: () => say('This message is longer than the room left in this chat.', 'Shorten it, or send it in a new chat.'),
  /** In the plain view, instead of the count. */
  noRoom: 'longer than the room left',
  /** Whether a new conversation is private. */
  kept: {
    label: 'Do not keep this chat',
    off: 'Headroom stores this chat on this computer, so that you can continue it later.',
    on: 'This chat is gone when you close Headroom. Nothing of it is stored on the disk.',
  },
}
