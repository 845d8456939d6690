import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { EvictedPrefix } from '../../../core/contract/cache/reuse'
import type { SerialQueue } from '../../../core/streams/serial-queue'
import type { AnswerHandle, PromptRequest } from '../../process/backend'
import type { TurnEnd, TurnLog } from '../../process/turn-log'
import type { TurnBatches } from '../batch/turn-batches'
import { type ContextInMemory, usableCells } from '../context/create-context'
import type { ModelInMemory } from '../llama/load-model'
import type { LivePrefixes } from '../prefixes/live-prefixes'
import type { PromptsInProcess } from '../prefixes/prompts-in-process'
import type { PromptTrace } from '../prompt/trace-segments'
import type { Before } from '../reuse/turn-memory'
import type { SequenceRecord } from '../sequences/sequence-record'
import type { DraftSequence } from '../speculation/draft-model'
import type { ThreadGovernor } from '../threads/thread-governor'

export interface AnswerSequence extends AnswerHandle {
  readonly sequence: LlamaContextSequence
  /** The index of the sequence. */
  readonly index?: number
  readonly record: SequenceRecord
  /** Not called for a token that ends the text. */
  readonly onToken?: (token: Token) => void
}

export interface TurnStore {
  readonly prefixes: LivePrefixes
  /** Of the turns of this context. */
  readonly prompts: PromptsInProcess
  /** Turns copy prefixes one after the other. */
  readonly fetches: SerialQueue
  /** The prefixes that this turn evicted. */
  readonly evicted: readonly EvictedPrefix[]
  /** The rendered prompt, which the choice of a sequence may need before the turn. */
  trace(): PromptTrace
}

export interface Turn {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
  readonly contextQueue: SerialQueue
  /** undefined without the internals of node-llama-cpp. */
  readonly batches: TurnBatches | undefined
  readonly governor: ThreadGovernor
  readonly request: PromptRequest
  /** The first answer's sequence processes the prompt. */
  readonly answers: readonly [AnswerSequence, ...AnswerSequence[]]
  readonly before: Before
  readonly draft?: DraftSequence | undefined
  readonly store?: TurnStore
  /** How long it waited for a prompt of another turn. */
  waitedMs: number
  /** True once the turn has changed the sequences. */
  hasBegun: boolean
}

/** How many tokens the prompt and the answer may have. */
export const tokenLimit = ({ context, request }: Pick<Turn, 'context' | 'request'>): number =>
  Math.min(usableCells(context), request.contextTokens ?? Number.POSITIVE_INFINITY)

export const isStopped = ({ answers }: Pick<Turn, 'answers'>): boolean => answers.every(({ signal }) => signal.aborted)

/** For answers that were stopped before the turn changed a sequence. */
export function finishStopped(answers: readonly AnswerHandle[], { sampling }: PromptRequest, { report }: ContextInMemory): void {
  const end: TurnEnd = { stopReason: 'stopped', usedCells: 0, totalCells: report.contextTokens, seed: sampling.seed ?? 0, threads: 0 }
  for (const { log } of answers) log.finish(end)
}

export function whenAllStopped(answers: readonly AnswerHandle[]): AbortSignal {
  const all = new AbortController()
  const check = () => {
    if (answers.every(({ signal }) => signal.aborted)) all.abort()
  }
  for (const { signal } of answers) signal.addEventListener('abort', check, { once: true })
  check()
  return all.signal
}

export function logOfAll({
  answers,
}: Pick<Turn, 'answers'>): Pick<TurnLog, 'waits' | 'enter' | 'prompt' | 'processed' | 'mark' | 'likely'> {
  const each = (write: (log: TurnLog) => void) => {
    for (const { log } of answers) if (!log.isOver) write(log)
  }
  return {
    waits: (wait) => each((log) => log.waits(wait)),
    enter: (phase) => each((log) => log.enter(phase)),
    prompt: (promptTokens, reusedTokens) => each((log) => log.prompt(promptTokens, reusedTokens)),
    processed: (tokens, usedCells) => each((log) => log.processed(tokens, usedCells)),
    likely: (logprob) => each((log) => log.likely(logprob)),
    mark: (kind, value) => each((log) => log.mark(kind, value)),
  }
}

export const threadsNow = ({ governor, context }: Turn): number => governor.threadsFor(context.report.threads.chosen)

/** Marks changes in the logs. Call it before each step. */
export function threadFollower(turn: Turn): () => void {
  let before = 0
  return () => {
    const threads = threadsNow(turn)
    if (threads === before) return
    if (before > 0) logOfAll(turn).mark(threads < before ? 'threads-lowered' : 'threads-raised', threads)
    before = threads
    turn.loaded.model.llama.maxThreads = threads
    turn.draft?.useThreads(threads)
  }
}
