import type { RestoredSession } from '../../../contract/cache/sessions'
import type { Percentiles, TurnMark } from '../../../contract/chat/turn'
import { formatCount, formatMs } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import { counted, tokens } from '../../words/en'

export const firstTokens = {
  title: 'Time to first token',
  meaning: 'From pressing Send to the first token with text, turn by turn.',
  ofLastTurn: 'TTFT of the last turn',
  exactMs: (ms: number): string => `${formatNumber(ms, 3)} ms`,
  empty: 'The first bar appears after the first answer.',
  parts: {
    queueMs: {
      name: 'Queue',
      meaning:
        'Storing the message, waiting for another answer to end or for a prompt with the same beginning, saving other caches to the disk, and looking for a saved one of this conversation.',
    },
    restoreMs: {
      name: 'Restore',
      meaning: 'Reading the saved cache from the disk before the turn. It is a part of the queue in the report of the turn.',
    },
    tokeniseMs: {
      name: 'Tokenize',
      meaning: 'Applying the chat template, turning the text into tokens, and finding what the cache already holds.',
    },
    prefillMs: { name: 'Prefill', meaning: 'Processing the new tokens of the prompt. Reused tokens take no time here.' },
    firstTokenMs: { name: 'First token', meaning: 'From the end of the prefill to the first text of the answer.' },
  },
  chart: (turns: number): string => `Time to first token of the last ${formatCount(turns)} turns, by part`,
  /** At most 6 letters fit on the axis. */
  reused: 'reused',
  turn: 'Turn',
  turnNumber: (turn: number): string => `Turn ${formatCount(turn)}`,
  reusedAndProcessed: (reusedTokens: number, processedTokens: number): string =>
    `${tokens(reusedTokens)} reused, ${formatCount(processedTokens)} processed`,
  lastPrompt(reusedTokens: number, promptTokens: number, restored: RestoredSession | undefined): string {
    const reused = `Last prompt: ${formatCount(reusedTokens)} of ${tokens(promptTokens)} reused`
    return restored ? `${reused}, restored from disk: ${tokens(restored.tokens)}, ${formatMs(restored.ms)}` : reused
  },
  table: 'Time to first token by turn',
  reusedTokens: 'Reused tokens',
  processedTokens: 'Processed tokens',
}

const shares = { p50: 'half of the gaps', p90: '9 in 10 gaps', p99: '99 in 100 gaps' }

function markText(kind: TurnMark['kind'], value: number): string {
  switch (kind) {
    case 'threads-lowered':
      return `threads lowered to ${formatCount(value)} because the machine is busy`
    case 'threads-raised':
      return `threads raised to ${formatCount(value)}`
    case 'evicted':
      return `${tokens(value)} left the context to make room`
    case 'checkpoint':
      return 'checkpoint taken'
    case 'speculation-off':
      return `speculation switched off: ${formatCount(value)}% of the drafted tokens were accepted, too few to save time`
  }
}

const summary = (gaps: number, longestMs: number): string => `${counted(gaps, 'gap', 'gaps')}, the longest ${formatMs(longestMs)}`

export const gaps = {
  region: 'Inter-token latency',
  title: 'Gaps between tokens',
  meaning:
    'Inter-token latency: the gap between one token of an answer and the next. Each bar shows the longest gap of its tokens, so every pause is visible.',
  onlyFigures:
    'Only the figures of this answer are stored. The chart of its gaps stays in the window that showed the answer until you close that window.',
  empty: 'The first gap appears with the second token.',
  percentile: (name: keyof Percentiles): string => `ITL ${name}`,
  exactMs: (ms: number, isExact: boolean): string => `${isExact ? '' : 'about '}${formatNumber(ms, 3)} ms`,
  percentileMeaning: (name: keyof Percentiles, ms: number, isExact: boolean): string =>
    `${shares[name]} are shorter than ${gaps.exactMs(ms, isExact)}`,
  summary,
  chart: (count: number, longestMs: number, medianMs: number): string =>
    `${summary(count, longestMs)}, half of them below ${formatMs(medianMs)}`,
  scale: (topMs: number): string => `top: ${formatMs(topMs)}`,
  events: 'Events during the answer',
  event: ({ afterToken, kind, value }: TurnMark): string =>
    `${afterToken === 0 ? 'Before the first token' : `After token ${formatCount(afterToken)}`}: ${markText(kind, value)}`,
}
