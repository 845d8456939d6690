import type { LlamaContextSequence } from 'node-llama-cpp'
import { checkpointStops, leastApartTokens } from '../../../core/reuse/checkpoint-stops'
import { checkpointsOf } from '../sequences/checkpoints'
import type { Prompt } from './prepare-prompt'
import { isStopped, logOfAll, type Turn } from './turn'

/** A shorter prefill gains nothing from more threads. */
const fewTokens = 64

export async function prefill(turn: Turn, prompt: Prompt): Promise<void> {
  const { context, contextQueue, loaded, governor, answers } = turn
  const { sequence } = answers[0]
  const log = logOfAll(turn)
  const tokens = prompt.tokens.slice(0, -1)
  const start = prompt.reusedTokens
  const { batchTokens, threads } = context.report
  const most = tokens.length - start < fewTokens ? threads.chosen : threads.cores
  const stops = takesCheckpoints(turn) ? checkpointStops(prompt.spans, start, tokens.length, newestCheckpoint(sequence)) : []
  for (let from = start; from < tokens.length && !isStopped(turn); from = sequence.nextTokenIndex) {
    const stop = stops.find((at) => at > from) ?? Number.POSITIVE_INFINITY
    const batch = tokens.slice(from, Math.min(from + batchTokens, stop))
    loaded.model.llama.maxThreads = governor.threadsFor(most)
    await contextQueue.run(() => sequence.evaluateWithoutGeneratingNewTokens(batch))
    log.processed(from + batch.length - start, sequence.nextTokenIndex)
    if (stops.includes(sequence.nextTokenIndex)) await takeCheckpoint(turn)
  }
}

const takesCheckpoints = ({ answers, context }: Turn): boolean =>
  answers[0].sequence.needsCheckpoints && (context.report.checkpointLimit ?? 0) > 0

const newestCheckpoint = (sequence: LlamaContextSequence): number => checkpointsOf(sequence).at(-1)?.tokens ?? 0

export function isFarFromCheckpoint(turn: Turn): boolean {
  const { sequence } = turn.answers[0]
  return takesCheckpoints(turn) && sequence.nextTokenIndex - newestCheckpoint(sequence) >= leastApartTokens
}

export async function takeCheckpoint(turn: Turn): Promise<void> {
  const { sequence } = turn.answers[0]
  await turn.contextQueue.run(() => sequence.takeCheckpoint())
  logOfAll(turn).mark('checkpoint', sequence.checkpointsMemoryUsage)
}
