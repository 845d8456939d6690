/**
 * One turn on one sequence: render, reuse, prefill, decode, measure.
 *
 *   sent ──queue── started ──template, tokeniser, reuse── tokenised ──all new tokens but the last── prefilled ──the last one, sampling── first token ── …
 *
 * The last prompt token goes through alone because its logits give the first answer token: so the two are
 * measured apart, a cancel is heard between batches, and the prefill never includes sampling.
 */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { CellSpan } from '../../core/contract/cache'
import type { StopReason, TurnRequest } from '../../core/contract/turn'
import { checkpointStops, leastApartTokens } from '../../core/reuse/checkpoint-stops'
import { withCost } from '../../core/reuse/explain-reuse'
import { measureTurn } from '../../core/stats/turn-timeline'
import type { TurnLog } from '../process/turn-log'
import { AnswerText } from './answer-text'
import { checkpointsOf } from './checkpoints'
import type { ContextInMemory } from './create-context'
import { type Decoder, directDecoder, publicDecoder } from './decoder'
import type { ModelInMemory } from './load-model'
import { type OverflowRoom, preparePrompt, tokenLimit } from './prepare-prompt'
import type { Before } from './reuse/turn-memory'
import type { SequenceContents } from './sequence-contents'
import type { SequenceRecord } from './sequence-record'
import { assertCanSpeculate } from './speculation/can-speculate'
import { speculativeDecoder } from './speculation/speculative-decoder'
import type { ThreadGovernor } from './thread-governor'
import { seedFor } from './token-sampler'
import type { Turnstile } from './turnstile'

export interface TurnPlace {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
  readonly sequence: LlamaContextSequence
  readonly turnstile: Turnstile
  readonly governor: ThreadGovernor
  /** What the sequence held when the turn began. */
  readonly before: Before
  readonly record: SequenceRecord
  /** The sequence holds the beginning of this turn's prompt now, and the rest of it as it is processed. */
  readonly hold: (contents: SequenceContents) => void
  /** Every token of the answer, as it was sampled; a token that ends the text is none of them. */
  readonly onToken?: (token: Token) => void
}

export async function runTurn(place: TurnPlace, request: TurnRequest, log: TurnLog, signal: AbortSignal): Promise<void> {
  const { sequence } = place
  const started = performance.now()
  // Both ends read the same wall clock; only the engine's monotonic clock is used from here on.
  const sent = started - Math.max(0, Date.now() - request.sentAtMs)
  assertCanSpeculate(place.loaded, place.context, request.sampling)
  log.enter('tokenising')
  const { tokens, reusedTokens, reuse, spans, overflow } = await preparePrompt(place, request)
  const tokenised = performance.now()
  log.prompt(tokens.length, reusedTokens)
  if (overflow.report) log.mark('evicted', overflow.report.droppedTokens)

  log.enter('prefill')
  const stops = checkpointStopsOf(place, spans, reusedTokens, tokens.length - 1)
  const stoppedEarly = await prefill(place, tokens.slice(reusedTokens, -1), stops, log, signal)
  const prefilled = performance.now()

  const seed = seedFor(request.sampling)
  const answer = stoppedEarly
    ? noAnswer
    : await decode(place, request, tokens, seed, log, signal, overflow, (at) => log.firstToken(at - sent))
  const threads = place.governor.threadsFor(place.context.report.threads.chosen)
  const metrics = measureTurn(
    { sent, started, tokenised, prefilled, firstToken: answer.firstToken, finished: performance.now() },
    {
      promptTokens: tokens.length,
      reusedTokens,
      outputTokens: log.outputCount,
      usedCells: sequence.nextTokenIndex,
      totalCells: place.context.report.contextTokens,
      seed,
      threads,
    },
    log.gapsMs,
    answer.stopReason,
  )
  // When the answer has ended, nobody waits for it.
  if (isFarFromCheckpoint(place)) await takeCheckpoint(place, log)
  const left = overflow.report
  const { speculation } = log
  log.finish({
    ...metrics,
    ...(speculation ? { speculation } : {}),
    reuse: withCost(reuse, stoppedEarly ? null : metrics.prefillTokensPerSecond),
    ...(left ? { overflow: left } : {}),
  })
}

interface Answer {
  readonly firstToken: number | null
  readonly stopReason: StopReason
}
const noAnswer: Answer = { firstToken: null, stopReason: 'stopped' }

/** A prefill shorter than this gains nothing from more threads than decoding uses. */
const fewTokens = 64

/** `stops`: numbers of leading tokens after which a checkpoint is taken. Returns true when it was stopped on the way. */
export async function prefill(
  place: TurnPlace,
  tokens: readonly Token[],
  stops: readonly number[],
  log: Pick<TurnLog, 'processed' | 'mark'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { sequence, context, loaded, governor } = place
  const size = context.report.batchTokens
  const { cores, chosen } = context.report.threads
  // A few tokens wait for memory, as decoding does; many tokens keep every core busy.
  const most = tokens.length < fewTokens ? chosen : cores
  const start = sequence.nextTokenIndex
  for (let done = 0; done < tokens.length; done = sequence.nextTokenIndex - start) {
    if (signal.aborted) return true
    const stop = stops.find((at) => at > start + done) ?? Number.POSITIVE_INFINITY
    const batch = tokens.slice(done, Math.min(done + size, stop - start)) as Token[]
    loaded.model.llama.maxThreads = governor.threadsFor(most)
    await place.turnstile.pass(() => sequence.evaluateWithoutGeneratingNewTokens(batch))
    log.processed(done + batch.length, sequence.nextTokenIndex)
    if (stops.includes(sequence.nextTokenIndex)) await takeCheckpoint(place, log)
  }
  return signal.aborted
}

const takesCheckpoints = ({ sequence, context }: TurnPlace): boolean =>
  sequence.needsCheckpoints && (context.report.checkpointLimit ?? 0) > 0

const newestCheckpoint = (sequence: LlamaContextSequence): number => checkpointsOf(sequence).at(-1)?.tokens ?? 0

export const checkpointStopsOf = (place: TurnPlace, spans: () => readonly CellSpan[], from: number, to: number): number[] =>
  takesCheckpoints(place) ? checkpointStops(spans(), from, to, newestCheckpoint(place.sequence)) : []

const isFarFromCheckpoint = (place: TurnPlace): boolean =>
  takesCheckpoints(place) && place.sequence.nextTokenIndex - newestCheckpoint(place.sequence) >= leastApartTokens

async function takeCheckpoint({ sequence, turnstile }: TurnPlace, log: Pick<TurnLog, 'mark'>): Promise<void> {
  await turnstile.pass(() => sequence.takeCheckpoint())
  log.mark('checkpoint', sequence.checkpointsMemoryUsage)
}

async function decode(
  place: TurnPlace,
  request: TurnRequest,
  prompt: readonly Token[],
  seed: number,
  log: TurnLog,
  signal: AbortSignal,
  overflow: OverflowRoom,
  onFirst: (at: number) => void,
): Promise<Answer> {
  const { loaded, context, sequence, governor } = place
  const { model, renderer } = loaded
  const { sampling } = request
  const limit = tokenLimit(context)
  const decoder = decoderFor(place, request, seed, prompt, limit)
  const usedCells = () => decoder.usedCells?.() ?? sequence.nextTokenIndex
  const text = new AnswerText(
    (tokens, before) => model.detokenize(tokens as Token[], false, before as Token[]),
    [...sampling.stopTexts, ...renderer.stopTexts],
    // Without what stands before it, the first token of an answer that goes on could lose its leading space.
    request.messages.at(-1)?.role === 'assistant' ? prompt : [],
  )
  const endsText = (token: Token) => !sampling.ignoreEndOfText && (model.isEogToken(token) || renderer.stopTokens.has(token))
  governor.turn()
  const threads = threadSetter(place, log)
  let firstToken: number | null = null
  let before: number | null = null
  let token = prompt.at(-1) as Token
  log.enter('generating')
  const end = (stopReason: StopReason): Answer => {
    log.append(stopReason === 'stop-text' ? '' : text.end())
    return { firstToken, stopReason }
  }
  try {
    for (;;) {
      if (signal.aborted) return end('stopped')
      if (usedCells() >= limit && !(await overflow.makeRoom(log))) return end('context-full')
      const inUse = threads()
      token = await step(place, decoder, token)
      const now = performance.now()
      if (endsText(token)) return end('end-of-text')
      place.onToken?.(token)
      const piece = text.push(token)
      const gap = before === null ? null : now - before
      before = now
      tellSpeculation(log, decoder)
      log.token(piece.text, gap, usedCells())
      if (firstToken === null && piece.text !== '') {
        firstToken = now
        onFirst(now)
      }
      // A step with a draft takes longer, and what it gives comes at once: neither says how fast the machine is.
      if (gap !== null && (decoder.speculation?.lastStep ?? 'plain') === 'plain') governor.token(gap, inUse, now)
      if (piece.stopped) return end('stop-text')
      if (sampling.maxTokens !== null && log.outputCount >= sampling.maxTokens) return end('token-limit')
    }
  } finally {
    await place.turnstile.pass(() => decoder.dispose())
  }
}

function decoderFor(
  { loaded, context, sequence }: TurnPlace,
  { sampling, overflow }: TurnRequest,
  seed: number,
  prompt: readonly Token[],
  limit: number,
): Decoder {
  const { internals } = context
  const { model } = loaded
  if (!internals) return publicDecoder(sequence, sampling, seed, prompt)
  // What is drafted ahead is in cells that a full context would move from under it.
  const endsWhenFull = overflow === undefined || overflow.policy === 'stop'
  return sampling.speculation === 'off' || !endsWhenFull
    ? directDecoder(internals, sequence, model, sampling, seed, prompt)
    : speculativeDecoder(internals, sequence, model, sampling, seed, prompt, limit)
}

function tellSpeculation(log: TurnLog, { speculation }: Decoder): void {
  if (!speculation || speculation.lastStep === 'ready') return
  const { figures, lastStep } = speculation
  log.speculated(figures)
  if (lastStep === 'ended') log.mark('speculation-off', Math.round((100 * figures.accepted) / figures.drafted))
}

const step = (place: TurnPlace, decoder: Decoder, token: Token): Promise<Token> => place.turnstile.pass(() => decoder.next(token))

/** Sets the threads of the next token where they changed, leaves a mark, and returns how many there are. */
export function threadSetter({ governor, context, loaded }: TurnPlace, log: Pick<TurnLog, 'mark'>): () => number {
  let inUse = 0
  return () => {
    const threads = governor.threadsFor(context.report.threads.chosen)
    if (threads === inUse) return threads
    if (inUse > 0) log.mark(threads < inUse ? 'threads-lowered' : 'threads-raised', threads)
    inUse = threads
    loaded.model.llama.maxThreads = threads
    context.internals?.context.setThreads(threads)
    return threads
  }
}
