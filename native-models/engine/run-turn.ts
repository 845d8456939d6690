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
import type { ReuseReport } from '../../core/contract/reuse'
import type { SamplingSettings } from '../../core/contract/sampling'
import type { StopReason, TurnRequest } from '../../core/contract/turn'
import { cellOf, positionOf, spansOfCells, withoutGaps } from '../../core/overflow/gaps'
import { messagePlaces } from '../../core/overflow/message-places'
import { checkpointStops, leastApartTokens } from '../../core/reuse/checkpoint-stops'
import { withCost } from '../../core/reuse/explain-reuse'
import { measureTurn } from '../../core/stats/turn-timeline'
import type { TurnLog } from '../process/turn-log'
import { AnswerText } from './answer-text'
import { checkpointsOf } from './checkpoints'
import type { ContextInMemory } from './create-context'
import { type Decoder, directDecoder, publicDecoder } from './decoder'
import type { ModelInMemory } from './load-model'
import type { LeftOut } from './overflow/left-out'
import { Overflow } from './overflow/overflow'
import { reconcileTokens } from './reconcile-tokens'
import { explainTurn } from './reuse/explain-turn'
import type { Before } from './reuse/turn-memory'
import { promptContents, reconciledSpans, type SequenceContents } from './sequence-contents'
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
  /** What of the conversation has left the sequence. */
  readonly leftOut: LeftOut
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
    reuse: withCost(reuse, stoppedEarly ? null : metrics.prefillTokensPerSecond),
    ...(left ? { overflow: left } : {}),
    ...(speculation ? { speculation } : {}),
  })
}

interface Answer {
  readonly firstToken: number | null
  readonly stopReason: StopReason
}
const noAnswer: Answer = { firstToken: null, stopReason: 'stopped' }

interface PreparedPrompt {
  readonly tokens: Token[]
  readonly reusedTokens: number
  readonly reuse: ReuseReport
  /** What the prompt's tokens are made of. */
  readonly spans: () => readonly CellSpan[]
  readonly overflow: OverflowRoom
}

/** Room in the context, with what the sequence holds told anew when more of the answer needs some. */
interface OverflowRoom extends Pick<Overflow, 'report'> {
  makeRoom(log: TurnLog): Promise<boolean>
}

/** The prompt's tokens, with the cache cut down to exactly those of them that it keeps. */
export async function preparePrompt(
  place: TurnPlace,
  request: Pick<TurnRequest, 'conversationId' | 'messages' | 'overflow'>,
): Promise<PreparedPrompt> {
  const { loaded, context, sequence } = place
  const { model } = loaded
  const traced = loaded.renderer.trace(request.messages)
  const pieceOf = (token: number) => (model.isSpecialToken(token as Token) ? null : model.detokenize([token as Token]))
  const overflow = new Overflow(sequence, place.leftOut, tokenLimit(context), request, context)
  const held = overflow.heldText
  const reconciled = reconcileTokens(held, traced.tokens, pieceOf)
  const text = reconciled.tokens
  const textSpans = () => reconciledSpans(traced, reconciled)
  // The last prompt token is always evaluated: its logits are what the answer begins with.
  const common = Math.min(reconciled.commonTokens, text.length - 1)
  const { mustRepeat } = await place.turnstile.pass(() => overflow.fit(text, common, () => messagePlaces(textSpans(), request.messages)))
  const kept = sequence.nextTokenIndex
  const keptText = Math.min(common, positionOf(overflow.gaps, kept))
  const explained = explainTurn(sequence, place.before, request.messages, held, traced, reconciled, keptText)
  const spans = () => spansOfCells(textSpans(), overflow.gaps)
  const hold = (reused: number) => place.hold(promptContents(request.conversationId, spans, cellOf(overflow.gaps, text.length), reused))
  hold(kept)
  const makeRoom = async (log: TurnLog) => {
    const hasRoom = await place.turnstile.pass(() => overflow.makeRoom(log))
    if (hasRoom) hold(0)
    return hasRoom
  }
  return {
    tokens: withoutGaps(text, overflow.gaps) as Token[],
    reusedTokens: kept,
    reuse: mustRepeat ? { ...explained, cause: 'overflow', divergence: null } : explained,
    spans,
    overflow: {
      makeRoom,
      get report() {
        return overflow.report
      },
    },
  }
}

/** The public API keeps one cell free, to shift the context where it could go on instead. */
export const tokenLimit = ({ internals, report }: ContextInMemory): number => report.contextTokens - (internals ? 0 : 1)

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
  const decoder = decoderFor(place, sampling, seed, prompt, limit)
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
  sampling: SamplingSettings,
  seed: number,
  prompt: readonly Token[],
  limit: number,
): Decoder {
  const { internals } = context
  const { model } = loaded
  if (!internals) return publicDecoder(sequence, sampling, seed, prompt)
  return sampling.speculation === 'off'
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
