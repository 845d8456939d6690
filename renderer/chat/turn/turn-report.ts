/**
 * Everything a turn measured, in words, for the report below an answer. It contains none of the conversation's text, so it is safe to copy.
 */

import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { RestoredSession } from '../../../core/contract/cache/sessions'
import type { SharedPrefill, SpeculationFigures, StopReason, TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { formatBytes, formatCount, formatMs, formatRate } from '../../../core/text/amounts'

export interface ReportRow {
  readonly name: string
  readonly value: string
  readonly meaning: string
}
export interface ReportGroup {
  readonly name: string
  readonly rows: readonly ReportRow[]
}

const stops: Readonly<Record<StopReason, string>> = {
  'end-of-text': 'the model ended it',
  'stop-text': 'a stop text came',
  'token-limit': 'token limit',
  'context-full': 'context full',
  stopped: 'you stopped it',
  'context-replaced': 'other settings replaced the context',
}

const none = 'none'
const ms = (value: number | null): string => (value === null ? none : formatMs(value))
const rate = (value: number | null): string => (value === null ? none : formatRate(value))

/** In chronological order. Values that were not measured read `none`. */
export const reportOf = (metrics: TurnMetrics): readonly ReportGroup[] => [
  { name: 'Prompt', rows: promptRows(metrics) },
  { name: 'Time to first token', rows: firstTokenRows(metrics) },
  { name: 'Answer', rows: answerRows(metrics) },
  ...(metrics.speculation ? [{ name: 'Speculation', rows: speculationRows(metrics.speculation) }] : []),
  ...(metrics.shared ? [{ name: 'One prefill for several', rows: sharedRows(metrics.shared) }] : []),
  { name: 'Ran with', rows: settingRows(metrics) },
]

export const restoredText = ({ tokens, ms: took }: RestoredSession): string => `${formatCount(tokens)} tokens, ${formatMs(took)}`

const promptRows = (metrics: TurnMetrics): ReportRow[] => [
  {
    name: 'Prompt',
    value: `${formatCount(metrics.promptTokens)} tokens`,
    meaning: 'All that the model was given: system prompt, conversation and the marks of the chat template.',
  },
  {
    name: 'Reused',
    value: `${formatCount(metrics.reusedTokens)} tokens`,
    meaning: 'Tokens of the prompt whose keys and values were still in the cache.',
  },
  ...(metrics.restored
    ? [
        {
          name: 'Restored',
          value: restoredText(metrics.restored),
          meaning: 'Read back from disk before the turn, checked first: these tokens did not go through the model again.',
        },
      ]
    : []),
  {
    name: 'Processed',
    value: `${formatCount(metrics.processedTokens)} tokens`,
    meaning: 'Tokens of the prompt that went through the model: prompt less reused.',
  },
  ...repeatedRows(metrics),
  {
    name: 'Prefill rate',
    value: rate(metrics.prefillTokensPerSecond),
    meaning: 'Processed tokens but the last, divided by the time that their prefill took.',
  },
]

/** Empty if no token was processed twice. */
const repeatedRows = ({ reuse }: TurnMetrics): ReportRow[] =>
  reuse && reuse.repeatedTokens > 0
    ? [
        {
          name: 'Processed again',
          value: `${formatCount(reuse.repeatedTokens)} tokens`,
          meaning: 'Processed tokens that this conversation had processed before, and that the cache no longer had.',
        },
        {
          name: 'Cost of that',
          value: ms(reuse.repeatedMs),
          meaning: 'Tokens processed again, at the prefill rate of this turn.',
        },
      ]
    : []

const firstTokenRows = (metrics: TurnMetrics): ReportRow[] => [
  {
    name: 'TTFT',
    value: ms(metrics.ttftMs),
    meaning: 'Time to first token: from pressing send to the first visible token. The sum of the four below.',
  },
  {
    name: 'Queue',
    value: ms(metrics.queueMs),
    meaning:
      'From pressing send to the engine’s start on it: transport, storing the message, waiting for another turn, caches to and from the disk.',
  },
  {
    name: 'Tokenise',
    value: ms(metrics.tokeniseMs),
    meaning: 'Chat template, tokeniser, and finding what of the cache can be reused.',
  },
  { name: 'Prefill', value: ms(metrics.prefillMs), meaning: 'All new prompt tokens but the last through the model.' },
  {
    name: 'First token',
    value: ms(metrics.firstTokenMs),
    meaning: 'The last prompt token through the model, picking the first token, and making text of it.',
  },
]

const answerRows = (metrics: TurnMetrics): ReportRow[] => [
  {
    name: 'Output',
    value: `${formatCount(metrics.outputTokens)} tokens`,
    meaning: 'Tokens that the model wrote in this turn.',
  },
  {
    name: 'Decode rate',
    value: rate(metrics.decodeTokensPerSecond),
    meaning: 'The tokens after the first, divided by the time that they took.',
  },
  {
    name: 'ITL p50',
    value: ms(metrics.itlMs?.p50 ?? null),
    meaning: 'Inter-token latency, the gap between two tokens: half of the gaps were shorter.',
  },
  { name: 'ITL p90', value: ms(metrics.itlMs?.p90 ?? null), meaning: 'Nine in ten of the gaps between tokens were shorter.' },
  { name: 'ITL p99', value: ms(metrics.itlMs?.p99 ?? null), meaning: '99 in 100 of the gaps between tokens were shorter.' },
  {
    name: 'TPOT',
    value: ms(metrics.tpotMs),
    meaning: 'Time per output token: from the first token to the end, divided by the tokens after the first.',
  },
  { name: 'Total', value: ms(metrics.totalMs), meaning: 'From pressing send to the end of the answer.' },
  { name: 'Ended', value: stops[metrics.stopReason], meaning: 'Why the answer ended.' },
]

const speculationRows = ({ by, drafted, accepted, speedUp, switchedOff, draftPromptMs }: SpeculationFigures): ReportRow[] => [
  {
    name: 'Drafted',
    value: `${formatCount(drafted)} tokens`,
    meaning: `Tokens that ${copy.speculation.draftedBy(by)} and evaluated along with the next one.`,
  },
  {
    name: 'Accepted',
    value: drafted === 0 ? none : `${formatCount(accepted)} tokens, ${copy.speculation.acceptedShare(accepted, drafted)}`,
    meaning: 'Of those, the ones that the model would have picked itself. The others were taken back.',
  },
  {
    name: 'Speed-up',
    value: speedUp === null ? none : copy.speculation.speedUp(speedUp),
    meaning:
      'What the tokens of steps with drafts would have taken without, by the other tokens of this answer, divided by what they took.',
  },
  ...(draftPromptMs === undefined
    ? []
    : [
        {
          name: 'Read by the draft model',
          value: ms(draftPromptMs),
          meaning:
            'What the draft model had not seen of the conversation, read between the first tokens of the answer. It is no part of the speed-up.',
        },
      ]),
  ...(switchedOff
    ? [
        {
          name: 'Switched off',
          value: 'it was slower',
          meaning: 'Drafting ended within this answer, because its steps took longer than they saved.',
        },
      ]
    : []),
]

const sharedRows = ({ answers, copyMs, cellBytes, inOneBatch }: SharedPrefill): ReportRow[] => [
  { name: 'Answers', value: formatCount(answers), meaning: 'Answers to this prompt that were written at the same time.' },
  {
    name: 'Cells copied',
    value: `${formatBytes(cellBytes)} × ${formatCount(answers - 1)}`,
    meaning: 'The prompt’s cells, copied to the sequence of each other answer: every sequence has cells of its own (kv_unified is off).',
  },
  { name: 'Copying', value: ms(copyMs), meaning: 'What the copies took: part of the time of the first token.' },
  {
    name: 'Decoded',
    value: inOneBatch ? 'in one batch' : 'in turn',
    meaning: 'In one batch each weight is read once for all answers. Where a model’s sequences cannot share one, they take turns.',
  },
]

const settingRows = (metrics: TurnMetrics): ReportRow[] => [
  {
    name: 'Cells',
    value: `${formatCount(metrics.usedCells)} of ${formatCount(metrics.totalCells)}`,
    meaning: 'Cells of the context in use after the answer: one for each token of prompt and answer.',
  },
  { name: 'Threads', value: formatCount(metrics.threads), meaning: 'Threads that decoded, at the end of the turn.' },
  {
    name: 'Seed',
    value: String(metrics.seed),
    meaning: 'The same seed, prompt and settings give the same answer. Set it in the settings to repeat this one.',
  },
]

export const reportAsText = (metrics: TurnMetrics): string =>
  [
    ...reportOf(metrics).map(({ name, rows }) => [name, ...rows.map((row) => `  ${row.name}: ${row.value}`)].join('\n')),
    ...(metrics.reuse ? [`Reuse\n  ${copy.reuse.cause(metrics.reuse)}`] : []),
  ].join('\n')

/** Every figure under its name in Headroom's files, unrounded. Of the divergence only its position is included, not its text. */
export const reportAsJson = ({ reuse, ...metrics }: TurnMetrics): string =>
  JSON.stringify(reuse ? { ...metrics, reuse: { ...reuse, divergence: placeOf(reuse) } } : metrics, null, 2)

const placeOf = ({ divergence }: ReuseReport) =>
  divergence && { position: divergence.position, part: divergence.part, message: divergence.message }
