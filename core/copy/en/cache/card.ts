import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted } from '../../words/en'

const tokenMeaning = 'Models read and write text in tokens. A token is a short word or a piece of a longer one.'

/** What a person without background reads about the cache. */
export const card = {
  title: 'Memory of this chat',
  details: 'Details',
  fewer: 'Fewer details',
  meaning:
    'For each piece of text that the model has read or written, it keeps its notes here (the KV cache), so that it does not have to read the whole chat again for each answer.',
  absent: 'The model’s memory of a chat appears here once a model is loaded.',
  meter: 'How full the memory of this chat is',
  full: (share: number): string => `${formatPercent(share)} full`,
  tokens: (used: number, of: number): string => `${formatCount(used)} of ${formatCount(of)} tokens`,
  tokensMeaning: tokenMeaning,
  /** `others` is the title of the conversation that the model has in memory. */
  other: (title: string | undefined): string =>
    `The model has ${title === undefined ? 'another chat' : `“${title}”`} in memory. It loads or reads this chat again when you continue it.`,
  /** `exchanges` more messages with their answers would fit, if they were as long as the average so far. */
  room: (exchanges: number): string =>
    exchanges === 0
      ? 'There may be no room for another message and its answer.'
      : `There is room for about ${counted(exchanges, 'more message', 'more messages')} of this length, with ${exchanges === 1 ? 'its answer' : 'their answers'}.`,
  noAnswer: 'The first answer shows here how fast this model is on this computer.',
  /** `startMs` is undefined if no text arrived. `knownShare` of the prompt was still in memory. */
  speed({ startMs, knownShare, tokensPerSecond }: AnswerSpeed): string {
    const known = knownShare >= 0.01 ? `, with ${formatPercent(knownShare)} of the chat still in memory` : ''
    const rate = tokensPerSecond === null ? '' : `${known === '' ? '' : ','} and arrived at ${rateText(tokensPerSecond)}`
    return `The last answer began ${secondsText(startMs)}${known}${rate}.`
  },
  bytes: (used: number, of: number): string => `${formatBytes(used)} of ${formatBytes(of)}`,
  bytesName: 'In this computer’s memory',
  bytesMeaning: 'The space was reserved when the model was loaded. A longer context needs more of it; Settings shows how much.',
  lab: 'See what a model forgets when its memory is too small',
  /** Below an answer. */
  began: (startMs: number) => ({
    text: `began ${secondsText(startMs)}`,
    meaning: 'The time from Send to the first word of the answer.',
  }),
  rate: (tokensPerSecond: number) => ({ text: rateText(tokensPerSecond), meaning: `How fast the model wrote. ${tokenMeaning}` }),
}

export interface AnswerSpeed {
  readonly startMs: number
  readonly knownShare: number
  readonly tokensPerSecond: number | null
}

const secondsText = (ms: number): string => (ms < 50 ? 'at once' : `after ${formatShort(ms / 1000, ms < 10_000 ? 1 : 0)} s`)
const rateText = (rate: number): string => `${formatShort(rate, rate < 10 ? 1 : 0)} tokens per second`
