import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { CellSpan } from '../../../core/contract/cache/cache'
import { checkpointStops, leastApartTokens } from '../../../core/reuse/checkpoint-stops'
import type { TurnLog } from '../../process/turn-log'
import { checkpointsOf } from '../sequences/checkpoints'
import type { TurnPlace } from './turn-place'

/** A shorter prefill gains nothing from more threads than decoding uses. */
const fewTokens = 64

/** `stops`: numbers of leading tokens after which to take a checkpoint. Returns true if stopped. */
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
  // Few tokens are bound by memory, as in decoding; many keep every core busy.
  const most = tokens.length < fewTokens ? chosen : cores
  const start = sequence.nextTokenIndex
  for (let done = 0; done < tokens.length; done = sequence.nextTokenIndex - start) {
    if (signal.aborted) return true
    const stop = stops.find((at) => at > start + done) ?? Number.POSITIVE_INFINITY
    const batch = tokens.slice(done, Math.min(done + size, stop - start)) as Token[]
    loaded.model.llama.maxThreads = governor.threadsFor(most)
    await place.contextQueue.run(() => sequence.evaluateWithoutGeneratingNewTokens(batch))
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

export const isFarFromCheckpoint = (place: TurnPlace): boolean =>
  takesCheckpoints(place) && place.sequence.nextTokenIndex - newestCheckpoint(place.sequence) >= leastApartTokens

export async function takeCheckpoint({ sequence, contextQueue }: TurnPlace, log: Pick<TurnLog, 'mark'>): Promise<void> {
  await contextQueue.run(() => sequence.takeCheckpoint())
  log.mark('checkpoint', sequence.checkpointsMemoryUsage)
}
