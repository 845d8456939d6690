import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { checkpointStops, leastApartTokens } from '../../../core/reuse/checkpoint-stops'
import type { Sample } from '../batch/turn-batches'
import { checkpointsOf } from '../sequences/checkpoints'
import type { Prompt } from './prepare-prompt'
import { isStopped, logOfAll, type Turn } from './turn'

/** In tokens, while a long prompt is processed. node-llama-cpp's default. */
const checkpointInterval = 8192

export interface Slices {
  /** In tokens. */
  readonly next: number
  took(tokens: number, ms: number): void
}

/** Processes the last token only if `sample` takes its logits. */
export async function prefill(turn: Turn, prompt: Prompt, slices: Slices, sample?: Sample<void>): Promise<void> {
  const { sequence } = turn.answers[0]
  const log = logOfAll(turn)
  const most = prompt.tokens.length - 1
  const tokens = sample ? prompt.tokens : prompt.tokens.slice(0, most)
  const start = prompt.reusedTokens
  const stops = takesCheckpoints(turn) ? checkpointStops(prompt.spans, start, most, newestCheckpoint(sequence)) : []
  for (let from = start; from < tokens.length && !isStopped(turn); from = sequence.nextTokenIndex) {
    const stop = stops.find((at) => at > from) ?? Number.POSITIVE_INFINITY
    const began = performance.now()
    const end = Math.min(from + Math.min(slices.next, turn.context.report.batchTokens), stop)
    const isLast = end >= tokens.length
    await processSlice(turn, tokens.slice(from, end), tokens.length - start, isLast ? sample : undefined)
    slices.took(sequence.nextTokenIndex - from, performance.now() - began)
    log.processed(sequence.nextTokenIndex - start, sequence.nextTokenIndex)
    if (stops.includes(sequence.nextTokenIndex) || isAtInterval(turn)) await takeCheckpoint(turn)
  }
}

async function processSlice(
  { loaded, context, contextQueue, governor, answers, batches }: Turn,
  tokens: Token[],
  promptTokens: number,
  sample: Sample<void> | undefined,
): Promise<void> {
  const { sequence } = answers[0]
  const { internals, report } = context
  if (internals && batches) await batches.prompt(internals.sequence(sequence), tokens, promptTokens, sample)
  else {
    loaded.model.llama.maxThreads = governor.threadsFor(report.threads.cores)
    await contextQueue.run(() => sequence.evaluateWithoutGeneratingNewTokens(tokens))
  }
}

const takesCheckpoints = ({ answers, context }: Turn): boolean =>
  answers[0].sequence.needsCheckpoints && (context.report.checkpointLimit ?? 0) > 0

const newestCheckpoint = (sequence: LlamaContextSequence): number => checkpointsOf(sequence).at(-1)?.tokens ?? 0

const isAtInterval = (turn: Turn): boolean => {
  const { sequence } = turn.answers[0]
  return takesCheckpoints(turn) && sequence.nextTokenIndex - newestCheckpoint(sequence) >= checkpointInterval
}

export function isFarFromCheckpoint(turn: Turn): boolean {
  const { sequence } = turn.answers[0]
  return takesCheckpoints(turn) && sequence.nextTokenIndex - newestCheckpoint(sequence) >= leastApartTokens
}

export async function takeCheckpoint(turn: Turn): Promise<void> {
  const { sequence } = turn.answers[0]
  await turn.contextQueue.run(() => sequence.takeCheckpoint())
  logOfAll(turn).mark('checkpoint', sequence.checkpointsMemoryUsage)
}
