/** The figures of a turn in words, with explanations. Definitions: core/stats/turn-timeline.ts. */

import type { StopReason, TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { formatBytes, formatCount, formatMs, formatRate } from '../../../core/text/amounts'
import { restoredText } from './turn-report'

export interface Figure {
  readonly text: string
  readonly meaning: string
}

const stops: Readonly<Record<StopReason, Figure | undefined>> = {
  'end-of-text': undefined,
  'stop-text': { text: 'stop text', meaning: 'The answer ended because one of your stop texts came.' },
  'token-limit': { text: 'token limit', meaning: 'The answer ended because it reached the number of tokens you allow.' },
  'context-full': {
    text: 'context full',
    meaning: 'The answer ended because no cell of the context is left. Choose a larger context to go on.',
  },
  stopped: { text: 'stopped', meaning: 'You stopped it.' },
  'context-replaced': {
    text: 'ended by new settings',
    meaning: 'The answer ended because settings were changed or another model was loaded while it was being written.',
  },
}

export function figuresOf(metrics: TurnMetrics): Figure[] {
  const figures: (Figure | undefined)[] = [
    {
      text: `reused ${formatCount(metrics.reusedTokens)}`,
      meaning: 'Tokens of the prompt that were still in the cache and did not have to be processed again.',
    },
    restoredFigure(metrics),
    {
      text: `processed ${formatCount(metrics.processedTokens)}`,
      meaning: 'New tokens of the prompt that went through the model before it could answer.',
    },
    metrics.ttftMs === null
      ? undefined
      : {
          text: `TTFT ${formatMs(metrics.ttftMs)}`,
          meaning: `Time to first token: from pressing send to the first visible token. Waiting ${formatMs(metrics.queueMs)}, template and tokeniser ${formatMs(metrics.tokeniseMs)}, prefill ${formatMs(metrics.prefillMs)}, first token ${formatMs(metrics.firstTokenMs ?? 0)}.`,
        },
    metrics.decodeTokensPerSecond === null
      ? undefined
      : {
          text: formatRate(metrics.decodeTokensPerSecond),
          meaning: `Decode rate: the ${formatCount(metrics.outputTokens - 1)} tokens after the first, divided by the time they took.`,
        },
    metrics.itlMs === null
      ? undefined
      : {
          text: `ITL ${formatMs(metrics.itlMs.p50)}`,
          meaning: `Inter-token latency, the gap between two tokens: half were shorter than ${formatMs(metrics.itlMs.p50)}, nine in ten shorter than ${formatMs(metrics.itlMs.p90)}, 99 in 100 shorter than ${formatMs(metrics.itlMs.p99)}.`,
        },
    speculationFigure(metrics),
    stops[metrics.stopReason],
  ]
  return figures.filter((figure) => figure !== undefined)
}

function restoredFigure({ restored, reusedTokens }: TurnMetrics): Figure | undefined {
  if (!restored) return undefined
  const used =
    reusedTokens >= restored.tokens
      ? 'so that these tokens were not processed again'
      : `of which this prompt could use ${formatCount(reusedTokens)} tokens: it goes on from another point than where the cache ended`
  return {
    text: `restored from disk: ${restoredText(restored)}`,
    meaning: `The cache was read back from disk, ${formatBytes(restored.bytes)}, ${used}. The time is part of the TTFT.`,
  }
}

function speculationFigure({ speculation }: TurnMetrics): Figure | undefined {
  const text = speculation && copy.speculation.progress(speculation)
  if (!text) return undefined
  return {
    text,
    meaning: `Speculation: ${formatCount(speculation.drafted)} tokens ${copy.speculation.draftedBy(speculation.by)} and evaluated along with the next one; ${formatCount(speculation.accepted)} of them were what the model would have picked itself.`,
  }
}
