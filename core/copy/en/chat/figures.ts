import type { RestoredSession } from '../../../contract/cache/sessions'
import type { GrammarFigures, Percentiles, SpeculationFigures, StopReason } from '../../../contract/chat/turn'
import { formatBytes, formatCount, formatMs, formatRate } from '../../../text/amounts'
import { tokens } from '../../words/en'

export interface Figure {
  readonly text: string
  readonly meaning: string
}

export interface FirstTokenTimes {
  readonly ttftMs: number
  readonly queueMs: number
  readonly tokeniseMs: number
  readonly prefillMs: number
  readonly firstTokenMs: number
}

const stops: Readonly<Record<Exclude<StopReason, 'end-of-text'>, Figure>> = {
  'stop-text': { text: 'stop string', meaning: 'The answer ended at one of your stop strings.' },
  'token-limit': { text: 'token limit', meaning: 'The answer reached the token limit in the settings.' },
  'context-full': {
    text: 'context full',
    meaning: 'The answer ended because the context had no free cell left. Choose a larger context to continue.',
  },
  stopped: { text: 'stopped', meaning: 'You stopped the answer.' },
  'context-replaced': {
    text: 'ended by new settings',
    meaning: 'The answer ended because the settings were changed or another model was loaded.',
  },
}

export const figures = {
  stops,

  grammar: ({ kind, isComplete, turnedSpeculationOff }: GrammarFigures): Figure => ({
    text: isComplete ? (kind === 'json-schema' ? 'valid for the schema' : 'matches the grammar') : 'incomplete',
    meaning:
      (isComplete
        ? kind === 'json-schema'
          ? 'The answer is JSON that is valid for the JSON schema in the settings.'
          : 'The whole answer matches the grammar in the settings.'
        : 'The answer ended before it was complete under the schema or grammar in the settings.') +
      (turnedSpeculationOff ? ' It was written without speculation, because drafts do not follow a grammar.' : ''),
  }),

  reused: (promptTokens: number): Figure => ({
    text: `reused ${formatCount(promptTokens)}`,
    meaning: 'Tokens of the prompt that were still in the cache and did not have to be processed again.',
  }),
  processed: (promptTokens: number): Figure => ({
    text: `processed ${formatCount(promptTokens)}`,
    meaning: 'New tokens of the prompt that the model processed before it could answer.',
  }),
  restored: (restored: RestoredSession, reusedTokens: number): Figure => ({
    text: `restored from disk: ${tokens(restored.tokens)}, ${formatMs(restored.ms)}`,
    meaning:
      reusedTokens >= restored.tokens
        ? `The cache was read back from the disk (${formatBytes(restored.bytes)}), so these tokens were not processed again. The time is part of the TTFT.`
        : `The cache was read back from the disk (${formatBytes(restored.bytes)}). This prompt could reuse only ${tokens(reusedTokens)} of it because it branches off before the end of the cache. The time is part of the TTFT.`,
  }),
  ttft: ({ ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs }: FirstTokenTimes): Figure => ({
    text: `TTFT ${formatMs(ttftMs)}`,
    meaning: `Time to first token: from pressing Send to the first token with text. Queue ${formatMs(queueMs)}, template and tokenizer ${formatMs(tokeniseMs)}, prefill ${formatMs(prefillMs)}, first token ${formatMs(firstTokenMs)}.`,
  }),
  decodeRate: (tokensPerSecond: number, outputTokens: number): Figure => ({
    text: `${formatRate(tokensPerSecond)} on average`,
    meaning: `Decode rate: ${tokens(outputTokens - 1)} after the first, divided by the time they took.`,
  }),
  itl: ({ p50, p90, p99 }: Percentiles): Figure => ({
    text: `ITL p50 ${formatMs(p50)}`,
    meaning: `Inter-token latency, the gap between two tokens: half of the gaps were shorter than ${formatMs(p50)}, nine in ten shorter than ${formatMs(p90)}, 99 in 100 shorter than ${formatMs(p99)}.`,
  }),
  /** `text` comes from `speculation.progress`. */
  speculation: (text: string, { by, drafted, accepted }: SpeculationFigures): Figure => ({
    text,
    meaning:
      by === 'draft-model'
        ? `Speculation: the draft model proposed ${tokens(drafted)}, and the model checked them in the same step as its next token. It would have picked ${formatCount(accepted)} of them itself.`
        : `Speculation: ${tokens(drafted)} were looked up in the conversation, and the model checked them in the same step as its next token. It would have picked ${formatCount(accepted)} of them itself.`,
  }),
}
