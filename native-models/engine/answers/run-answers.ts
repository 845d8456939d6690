/**
 * Several answers to one prompt: render, reuse and prefill once, copy the cells, then decode all of them together.
 *
 *   sent ──queue── started ──tokenize, reuse── tokenised ──prefill of one sequence── prefilled ──copy, last prompt token── first tokens …
 *
 * Each answer has its own log and ends by itself; the others continue in a smaller batch.
 */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { AnswersRequest, SharedPrefill, StopReason } from '../../../core/contract/chat/turn'
import { withCost } from '../../../core/reuse/explain-reuse'
import { measureTurn, type TurnMoments } from '../../../core/stats/turn-timeline'
import type { AnswerUnderWay } from '../../process/backend'
import { seedFor } from '../decode/token-sampler'
import type { SequenceRecord } from '../sequences/sequence-record'
import { checkpointStopsOf, prefill } from '../turn/prefill'
import { type OverflowRoom, preparePrompt } from '../turn/prepare-prompt'
import { type TurnPlace, threadSetter, tokenLimit } from '../turn/turn-place'
import { AnswerInProgress } from './answer-in-progress'
import { copyCells } from './copy-cells'
import { canShareBatch, type GroupDecoder, groupDecoder } from './group-decoder'

export interface AnswersPlace extends TurnPlace {
  /** `sequence` and one per further answer. */
  readonly sequences: readonly LlamaContextSequence[]
  readonly records: readonly SequenceRecord[]
}

interface Line {
  readonly index: number
  readonly answer: AnswerUnderWay
  readonly sequence: LlamaContextSequence
  readonly seed: number
  readonly progress: AnswerInProgress
  readonly room: OverflowRoom
  /** Sampled, not yet in the cache. */
  token: Token
}

interface PromptOfAll {
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly reuse: ReuseReport
  readonly shared: SharedPrefill
}

type Beginning = Omit<TurnMoments, 'firstToken' | 'finished'>

export async function runAnswers(place: AnswersPlace, request: AnswersRequest, answers: readonly AnswerUnderWay[]): Promise<void> {
  const started = performance.now()
  const sent = started - Math.max(0, Date.now() - request.sentAtMs)
  const all = logOfAll(answers)
  all.enter('tokenising')
  const { tokens, reusedTokens, reuse, spans, overflow } = await preparePrompt(place, request)
  const tokenised = performance.now()
  all.prompt(tokens.length, reusedTokens)
  const left = overflow.report
  if (left) all.mark('evicted', left.droppedTokens)
  all.enter('prefill')
  const stops = checkpointStopsOf(place, spans, reusedTokens, tokens.length - 1)
  await prefill(place, tokens.slice(reusedTokens, -1), stops, all, whenAllAborted(answers))
  const beginning: Beginning = { sent, started, tokenised, prefilled: performance.now() }

  const shared = await share(place, answers)
  const first = seedFor(request.sampling)
  const lines = answers.map((answer, index): Line => {
    const seed = request.sampling.seed === null && index > 0 ? seedFor(request.sampling) : (first + index) % 2 ** 32
    const progress = new AnswerInProgress(place.loaded, request, tokens, answer, sent)
    const sequence = place.sequences[index] as LlamaContextSequence
    const room = index === 0 ? overflow : overflow.fork(sequence, place.records[index] as SequenceRecord)
    return { index, answer, sequence, seed, progress, room, token: tokens.at(-1) as Token }
  })
  const decoder = groupDecoder({
    internals: place.context.internals,
    model: place.loaded.model,
    sequences: place.sequences,
    seeds: lines.map(({ seed }) => seed),
    sampling: request.sampling,
    prompt: tokens,
    inOneBatch: shared.inOneBatch,
  })
  const finish = (line: Line, stopReason: StopReason) =>
    finishLine(place, line, stopReason, beginning, { promptTokens: tokens.length, reusedTokens, reuse, shared })
  all.enter('generating')
  try {
    await decodeTogether(place, lines, decoder, all, finish)
  } finally {
    await decoder.dispose()
  }
}

/** Throws `cells-not-copied`. */
async function share(
  { contextQueue, sequence, sequences, records, context, loaded }: AnswersPlace,
  answers: readonly AnswerUnderWay[],
): Promise<SharedPrefill> {
  const began = performance.now()
  const { allocatedBytes, sequences: inContext, contextTokens } = context.report
  const expectedBytes = (allocatedBytes / inContext) * Math.min(1, (sequence.nextTokenIndex + 256) / contextTokens)
  const { bytes } = await contextQueue.run(() => copyCells(sequence, sequences.slice(1), expectedBytes))
  const prefill = {}
  const [first, ...others] = records as [SequenceRecord, ...SequenceRecord[]]
  first.copiedTo(prefill, sequence.nextTokenIndex)
  for (const other of others) other.copy(first, prefill, sequence.nextTokenIndex)
  for (const [index, { log }] of answers.entries()) (records[index] as SequenceRecord).turnId = log.turnId
  return {
    answers: answers.length,
    copyMs: performance.now() - began,
    cellBytes: bytes,
    inOneBatch: canShareBatch(loaded.shape, loaded.model.llama.systemInfo),
  }
}

async function decodeTogether(
  place: AnswersPlace,
  lines: readonly Line[],
  decoder: GroupDecoder,
  all: LogOfAll,
  finish: (line: Line, stopReason: StopReason) => void,
): Promise<void> {
  const { governor, contextQueue } = place
  const limit = tokenLimit(place.context)
  const threads = threadSetter(place, all)
  governor.turn()
  let going = [...lines]
  let before: number | null = null
  const endWhere = (reasonOf: (line: Line) => StopReason | undefined) => {
    going = going.filter((line) => {
      const reason = reasonOf(line)
      if (reason) finish(line, reason)
      return !reason
    })
  }
  for (;;) {
    endWhere(({ progress }) => (progress.isStopped ? 'stopped' : undefined))
    const full = new Set<Line>()
    for (const line of going) if (line.sequence.nextTokenIndex >= limit && !(await line.room.makeRoom(line.answer.log))) full.add(line)
    endWhere((line) => (full.has(line) ? 'context-full' : undefined))
    if (going.length === 0) return
    const inUse = threads()
    const steps = going.map(({ index, token }) => ({ index, token }))
    const sampled = await contextQueue.run(() => decoder.next(steps))
    const now = performance.now()
    going.forEach((line, step) => {
      line.token = sampled[step] as Token
    })
    endWhere(({ progress, token, sequence }) => progress.take(token, now, sequence.nextTokenIndex))
    if (before !== null) governor.token(now - before, inUse, now)
    before = now
  }
}

function finishLine(
  { context, governor }: AnswersPlace,
  { answer, sequence, seed, progress, room }: Line,
  reason: StopReason,
  beginning: Beginning,
  prompt: PromptOfAll,
): void {
  const { log } = answer
  const { firstToken, stopReason } = progress.end(reason)
  const { shared, reuse, ...promptCounts } = prompt
  const { report: left } = room
  const metrics = measureTurn(
    { ...beginning, firstToken, finished: performance.now() },
    {
      ...promptCounts,
      outputTokens: log.outputCount,
      usedCells: sequence.nextTokenIndex,
      totalCells: context.report.contextTokens,
      seed,
      threads: governor.threadsFor(context.report.threads.chosen),
    },
    log.gapsMs,
    stopReason,
  )
  log.finish({ ...metrics, reuse: withCost(reuse, metrics.prefillTokensPerSecond), shared, ...(left ? { overflow: left } : {}) })
}

function logOfAll(answers: readonly AnswerUnderWay[]) {
  const each = (tell: (log: AnswerUnderWay['log']) => void) => {
    for (const { log } of answers) if (!log.isOver) tell(log)
  }
  return {
    enter: (phase: 'tokenising' | 'prefill' | 'generating') => each((log) => log.enter(phase)),
    prompt: (promptTokens: number, reusedTokens: number) => each((log) => log.prompt(promptTokens, reusedTokens)),
    processed: (tokens: number, usedCells: number) => each((log) => log.processed(tokens, usedCells)),
    mark: (...mark: Parameters<AnswerUnderWay['log']['mark']>) => each((log) => log.mark(...mark)),
  }
}
type LogOfAll = ReturnType<typeof logOfAll>

/** Aborts once every answer is aborted: until then prompt and queue are still needed. */
export function whenAllAborted(answers: readonly AnswerUnderWay[]): AbortSignal {
  const nobody = new AbortController()
  const look = () => {
    if (answers.every(({ signal }) => signal.aborted)) nobody.abort()
  }
  for (const { signal } of answers) signal.addEventListener('abort', look, { once: true })
  look()
  return nobody.signal
}
