import { bandwidthOf } from '../../../core/bandwidth/triad-process'
import { turnBandwidth } from '../../../core/bandwidth/turn-bandwidth'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { formatCount, formatMs, formatRate } from '../../../core/text/amounts'
import { note, print } from '../input/terminal'
import type { AnswerText } from './ask-engine'

export interface Written extends AnswerText {
  readonly metrics: TurnMetrics
}

export function printAnswers(written: readonly Written[]): void {
  for (const [index, { text: answer, calls, metrics }] of written.entries()) {
    print(written.length > 1 ? `${index > 0 ? '\n' : ''}${index + 1}. ${answer}\n` : '\n')
    for (const call of calls) print(`${call.name} ${call.arguments}\n`)
    note(summary(metrics))
  }
}

export function answersAsJson(written: readonly Written[], context: ContextReport, memory: MemoryBandwidth | null) {
  const all = written.map((one) => ({
    ...asJson(one, context, memory),
    seed: one.metrics.seed,
    shared: one.metrics.shared,
  }))
  const [first] = written as [Written]
  const own = asJson(first, context, memory)
  return written.length > 1 ? { ...own, answers: all } : own
}

const asJson = ({ text: answer, reasoning, calls, metrics }: Written, context: ContextReport, memory: MemoryBandwidth | null) => ({
  text: answer,
  reasoning,
  toolCalls: calls,
  stopReason: metrics.stopReason,
  promptTokens: metrics.promptTokens,
  reusedTokens: metrics.reusedTokens,
  outputTokens: metrics.outputTokens,
  ttftMs: metrics.ttftMs,
  itlMs: metrics.itlMs,
  tpotMs: metrics.tpotMs,
  prefillTokensPerSecond: metrics.prefillTokensPerSecond,
  decodeTokensPerSecond: metrics.decodeTokensPerSecond,
  reuse: metrics.reuse ?? null,
  speculation: metrics.speculation ?? null,
  cache: {
    allocatedBytes: context.allocatedBytes,
    predictedBytes: context.predictedBytes,
    usedCells: metrics.usedCells,
    totalCells: metrics.totalCells,
  },
  bandwidth: bandwidthAsJson(metrics, memory),
  pieces: metrics.pieces ?? [],
})

function bandwidthAsJson(metrics: TurnMetrics, memory: MemoryBandwidth | null) {
  const turn = turnBandwidth(metrics, memory)
  return (
    turn && {
      ...turn,
      weights: metrics.reads?.weights,
      caches: metrics.reads?.caches,
      bytesPerSecond: memory && bandwidthOf(memory, metrics.threads).bytesPerSecond,
    }
  )
}

const summary = (metrics: TurnMetrics): string =>
  [
    `reused ${formatCount(metrics.reusedTokens)}`,
    `processed ${formatCount(metrics.processedTokens)}`,
    `wrote ${formatCount(metrics.outputTokens)}`,
    metrics.ttftMs === null ? '' : `TTFT ${formatMs(metrics.ttftMs)}`,
    metrics.decodeTokensPerSecond === null ? '' : formatRate(metrics.decodeTokensPerSecond),
    metrics.stopReason,
  ]
    .filter(Boolean)
    .join(' · ')
