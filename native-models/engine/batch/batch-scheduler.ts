/**
 * Composes the batches of a context. A turn hands in the next token of each answer, or the rest of its prompt, and gets the result of the
 * batch that evaluated it. Then it hands in what comes next.
 */
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { DecodeCounts } from '../../../core/contract/engine'
import type { SerialQueue } from '../../../core/streams/serial-queue'
import type { ContextInMemory } from '../context/create-context'
import type { Internals } from '../llama/llama-internals'
import type { ThreadGovernor } from '../threads/thread-governor'
import { type Batch, BatchComposer, isAnswer, type Part, tokensIn } from './compose-batch'
import { SliceSize } from './slice-size'
import { StepClock } from './step-clock'
import { hasLogits, TurnBatches, type Work } from './turn-batches'

export interface BatchContext {
  readonly internals: Internals
  /** Everything else that changes the context runs between batches. */
  readonly contextQueue: SerialQueue
  readonly batchTokens: number
  readonly sharesBatches: boolean
  readonly governor: ThreadGovernor
  readonly threads: Pick<ContextReport['threads'], 'chosen' | 'cores'>
  /** Where calls of llama_decode are counted. */
  readonly decodes?: DecodeCounts
}

export class BatchScheduler {
  private readonly turns = new Set<TurnBatches>()
  private readonly composer = new BatchComposer<Work>()
  private readonly slice: SliceSize
  private readonly clock: StepClock
  private waiting: Work[] = []
  private isRunning = false

  constructor(private readonly context: BatchContext) {
    this.slice = new SliceSize(context.batchTokens)
    this.clock = new StepClock(context.governor)
  }

  join(): TurnBatches {
    const turn = new TurnBatches({
      batchTokens: this.context.batchTokens,
      submit: (work) => this.submit(work),
      leave: () => {
        this.turns.delete(turn)
        this.clock.restart()
      },
    })
    this.turns.add(turn)
    this.clock.restart()
    return turn
  }

  /** Whether turns run. */
  get hasTurns(): boolean {
    return this.turns.size > 0
  }

  /** Call it after other work on the processor: the gap that it leaves says nothing about the load. */
  interrupted(): void {
    this.clock.restart()
  }

  private submit(work: Work): void {
    this.waiting.push(work)
    if (this.isRunning) return
    this.isRunning = true
    void this.run()
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.context.contextQueue.run(() => this.step())
    this.isRunning = false
  }

  private async step(): Promise<void> {
    // Waits one iteration of the event loop, so that the turns of the last batch can hand in their next tokens.
    if (this.turns.size > 1) await new Promise((resolve) => setImmediate(resolve))
    await this.prepare()
    const batch = this.compose()
    const { parts } = batch
    this.remove(parts.map(({ work }) => work))
    try {
      if (parts.length > 0) await this.evaluate(batch)
    } catch (error) {
      for (const { work } of parts) work.reject(error)
    }
  }

  private async prepare(): Promise<void> {
    const next = () => this.waiting.find(({ prepare }) => prepare)
    for (let work = next(); work; work = next()) {
      const { prepare } = work
      work.prepare = undefined
      try {
        work.tokens = (await prepare?.()) ?? []
      } catch (error) {
        this.remove([work])
        work.reject(error)
      }
    }
  }

  private compose(): Batch<Work> {
    const { waiting, slice } = this
    const { batchTokens, sharesBatches } = this.context
    const limits = { batchTokens, pauseTokens: slice.pauseTokens, sharesBatches }
    return this.composer.compose(waiting, limits, () => slice.next(this.answersIn(waiting)))
  }

  private async evaluate(batch: Batch<Work>): Promise<void> {
    const { parts } = batch
    const { internals, governor, threads: counts, decodes } = this.context
    const { context } = internals
    const promptTokens = tokensIn(parts.filter(({ work }) => !isAnswer(work)))
    const answers = this.answersIn([...this.waiting, ...parts.map(({ work }) => work)])
    const waiting = this.waiting.length
    // Several tokens keep more threads busy than the one token that the calibration times. llama.cpp makes the same distinction.
    const most = tokensIn(parts) > 1 ? counts.cores : counts.chosen
    const threads = promptTokens >= manyTokens ? governor.promptThreadsFor(most) : governor.threadsFor(most)
    const beganMs = performance.now()
    context.setThreads(threads)
    context.initBatch(tokensIn(parts))
    // llama.cpp evaluates sequences together only if their numbers ascend without a gap.
    const rows = parts
      .toSorted((a, b) => a.work.state.sequenceId - b.work.state.sequenceId)
      .map((part) => {
        const { work, tokens: count } = part
        const { state } = work
        const tokens = Uint32Array.from(work.tokens.slice(0, count))
        return { work, count, logits: context.addToBatch(state.sequenceId, state.position, tokens, wantedLogits(part)) }
      })
    const evaluated = context.decodeBatch().then(() => {
      for (const { work, count } of rows) for (const token of work.tokens.slice(0, count)) work.state.advance(token)
    })
    const samples = rows.map(({ work, logits }) => work.sample(logits, evaluated))
    const [decoded, ...sampled] = await Promise.allSettled([evaluated, ...samples])
    if (decoded.status === 'rejected') throw decoded.reason
    const endedMs = performance.now()
    if (decodes) {
      decodes.calls++
      decodes.busySequences += parts.length + waiting
    }
    this.measure(batch, promptTokens, answers, endedMs - beganMs)
    this.clock.step(endedMs, threads, { answers: parts.length, isPlain: parts.every(isPlain) })
    for (const turn of this.turns) turn.saw(parts)
    for (const [index, result] of sampled.entries()) {
      const { work, count } = rows[index] as (typeof rows)[number]
      if (result.status === 'fulfilled') work.resolve(result.value, count)
      else work.reject(result.reason)
    }
  }

  private measure({ parts, isPause }: Batch<Work>, promptTokens: number, answers: number, ms: number): void {
    const { slice } = this
    if (!parts.some(({ work }) => isAnswer(work))) slice.prompt(ms, promptTokens)
    if (isPause) return
    if (promptTokens > 0 && answers > 0)
      // A sequence that takes turns waits for the slice and for its own step.
      slice.mixed(this.context.sharesBatches ? ms : ms + (slice.plainOf(answers) ?? 0), answers, promptTokens)
    else if (parts.every(isPlain)) slice.plain(ms, answers)
  }

  /** Sequences that take turns each get their own step. */
  private answersIn(works: readonly Work[]): number {
    const answers = works.filter(isAnswer).length
    return this.context.sharesBatches ? answers : Math.min(1, answers)
  }

  private remove(works: readonly Work[]): void {
    this.waiting = this.waiting.filter((work) => !works.includes(work))
  }
}

/** Returns undefined without the internals of node-llama-cpp. */
export function schedulerOf({
  context: { internals, report },
  ...parts
}: Pick<BatchContext, 'contextQueue' | 'governor' | 'decodes'> & { readonly context: ContextInMemory }): BatchScheduler | undefined {
  const { batchTokens, sharesBatches = false, threads } = report
  return internals && new BatchScheduler({ ...parts, internals, batchTokens, sharesBatches, threads })
}

/** Their indexes in the part. */
function wantedLogits(part: Part<Work>): Uint32Array {
  const { work, tokens } = part
  if (!hasLogits(part)) return new Uint32Array(0)
  return work.logits === 'last' ? Uint32Array.of(tokens - 1) : Uint32Array.from({ length: tokens }, (_, at) => at)
}

/** From this many prompt tokens on, the operations of a batch are long. */
const manyTokens = 64

/** A step with drafts or prompts takes longer, so its time says nothing about the load. */
const isPlain = ({ work, tokens }: Part<Work>): boolean => work.kind === 'answer' && tokens === 1
