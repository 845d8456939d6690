/**
 * One turn on one sequence: render, reuse, prefill, decode, measure.
 *
 *   sent ──queue── started ──template, tokenizer, reuse── tokenised ──all but the last new token── prefilled ──last one── first token ── …
 *
 * The last prompt token is evaluated alone, because its logits give the first answer token. So prefill never includes sampling, and a stop
 * is heard between batches.
 */
import type { Token } from 'node-llama-cpp'
import type { StopReason, TurnRequest } from '../../../core/contract/chat/turn'
import { withCost } from '../../../core/reuse/explain-reuse'
import { measureTurn } from '../../../core/stats/turn-timeline'
import type { TurnLog } from '../../process/turn-log'
import { AnswerText } from '../decode/answer-text'
import { type Decoder, directDecoder, publicDecoder } from '../decode/decoder'
import { seedFor } from '../decode/token-sampler'
import { assertCanSpeculate } from '../speculation/can-speculate'
import { speculativeDecoder } from '../speculation/speculative-decoder'
import { checkpointStopsOf, isFarFromCheckpoint, prefill, takeCheckpoint } from './prefill'
import { type OverflowRoom, preparePrompt } from './prepare-prompt'
import { proposerFor } from './proposer-for'
import { type TurnPlace, threadSetter, tokenLimit } from './turn-place'

export async function runTurn(place: TurnPlace, request: TurnRequest, log: TurnLog, signal: AbortSignal): Promise<void> {
  const { sequence } = place
  const started = performance.now()
  // Both processes read the same wall clock. After this, only the engine's monotonic clock is used.
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
  // The answer is complete, so nobody waits for this.
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
    // A continued answer needs the tokens before it, or its first token may lose its leading space.
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
      // Steps with drafts take longer and yield several tokens at once, so they don't show the machine's speed.
      if (gap !== null && (decoder.speculation?.lastStep ?? 'plain') === 'plain') governor.token(gap, inUse, now)
      if (piece.stopped) return end('stop-text')
      if (sampling.maxTokens !== null && log.outputCount >= sampling.maxTokens) return end('token-limit')
    }
  } finally {
    await place.contextQueue.run(() => decoder.dispose())
  }
}

function decoderFor(place: TurnPlace, { sampling, overflow }: TurnRequest, seed: number, prompt: readonly Token[], limit: number): Decoder {
  const { sequence, loaded } = place
  const { internals } = place.context
  const { model } = loaded
  if (!internals) return publicDecoder(sequence, sampling, seed, prompt)
  // A full context would move the cells that drafts are in.
  const endsWhenFull = overflow === undefined || overflow.policy === 'stop'
  const proposer = endsWhenFull ? proposerFor(place, sampling) : undefined
  return proposer
    ? speculativeDecoder(internals, sequence, model, sampling, seed, prompt, limit, proposer)
    : directDecoder(internals, sequence, model, sampling, seed, prompt)
}

function tellSpeculation(log: TurnLog, { speculation }: Decoder): void {
  if (!speculation || speculation.lastStep === 'ready') return
  const { figures, lastStep } = speculation
  log.speculated(figures)
  if (lastStep === 'ended') log.mark('speculation-off', Math.round((100 * figures.accepted) / Math.max(1, figures.drafted)))
}

const step = (place: TurnPlace, decoder: Decoder, token: Token): Promise<Token> => place.contextQueue.run(() => decoder.next(token))
