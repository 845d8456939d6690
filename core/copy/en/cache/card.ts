import type { StopReason } from '../../../contract/chat/turn'
import { formatBytes, formatMs, formatPercent, formatRate } from '../../../text/amounts'
import { spokenTime, tokens } from '../../words/en'

/** null if unknown. */
export interface AnswerSpeed {
  readonly outputTokens: number | null
  readonly tokensPerSecond: number | null
  readonly ttftMs: number | null
}

/** What a person without background reads about the cache. */
export const card = {
  title: 'Memory of this chat',
  details: 'Details for experts',
  detailsMeaning: 'For experts: shows the tokens, bytes and times behind each answer, and more settings.',
  fewer: 'Fewer details',
  meaning:
    'For each piece of text that the model has read or written, it keeps its notes here (the KV cache), so that it does not have to read the whole chat again for each answer.',
  absent: 'The model’s memory of a chat appears here once a model is loaded.',
  meter: 'How full the memory of this chat is',
  full: (share: number): string => `${formatPercent(share)} full`,
  /** Of a chat that the model has to take in again, as full as it was after its last answer. */
  aboutFull: (share: number): string => `about ${formatPercent(share)} full`,
  caughtUp: (isPrivate: boolean): string =>
    `${isPrivate ? '' : 'This chat is saved. '}The model catches up on ${isPrivate ? 'this chat' : 'it'} when you write the next message, so that answer may take a little longer.`,
  /** As many messages, if they are as long as most so far. */
  room: {
    plenty: 'There is plenty of room for more messages.',
    ten: 'There is room for about 10 more messages and their answers.',
    few: 'There is room for a few more messages and their answers.',
    'one-or-two': 'There is room for one or two more messages and their answers.',
    little: 'The next answer may stop early, because there is little room left.',
  },
  noRoom: 'The memory of this chat is full. Below the last answer, you can choose how to go on.',
  forgets: 'When it is full, the model forgets the oldest messages. They stay on the screen.',
  forgot: 'To make room, the model forgot the oldest messages. They stay on the screen.',
  noAnswer: 'The first answer shows here how fast this model is on this computer.',
  speed: (totalMs: number): string => `The last answer took ${spokenTime(totalMs)}.`,
  onlyNew: 'The model still had the rest of this chat in memory, so it only had to read your new message.',
  bytes: (used: number, of: number): string => `${formatBytes(used)} of ${formatBytes(of)}`,
  bytesName: 'In this computer’s memory',
  bytesMeaning:
    'The space was reserved when the model was loaded. The longer the memory of a chat, the more space it takes; Settings shows how much.',
  /** Below an answer. */
  took: (totalMs: number, { outputTokens, tokensPerSecond, ttftMs }: AnswerSpeed) => ({
    text: `took ${spokenTime(totalMs)}`,
    meaning: [
      'The time from Send to the end of the answer.',
      outputTokens !== null &&
        `The model wrote ${tokens(outputTokens)}${tokensPerSecond === null ? '' : ` at ${formatRate(tokensPerSecond)}`}.`,
      ttftMs !== null && `The first token came after ${formatMs(ttftMs)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  stops: {
    'stop-text': { text: 'ended at one of your stop texts', meaning: 'The settings have texts at which an answer ends.' },
    'token-limit': {
      text: 'reached the length limit',
      meaning: 'The settings limit how long an answer can be. Choose Continue to read on.',
    },
    'context-full': { text: 'memory full', meaning: 'The answer stopped because the memory of this chat was full.' },
    stopped: { text: 'stopped', meaning: 'You stopped the answer.' },
    'context-replaced': {
      text: 'ended by new settings',
      meaning: 'The answer ended because the settings were changed or another model was loaded.',
    },
  } satisfies Readonly<Record<Exclude<StopReason, 'end-of-text'>, object>>,
}
