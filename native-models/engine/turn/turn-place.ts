import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { SerialQueue } from '../../../core/streams/serial-queue'
import type { TurnLog } from '../../process/turn-log'
import type { ContextInMemory } from '../context/create-context'
import type { ModelInMemory } from '../llama/load-model'
import type { Before } from '../reuse/turn-memory'
import type { SequenceContents } from '../sequences/sequence-contents'
import type { SequenceRecord } from '../sequences/sequence-record'
import type { DraftSequence } from '../speculation/draft-model'
import type { ThreadGovernor } from '../threads/thread-governor'

export interface TurnPlace {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
  readonly sequence: LlamaContextSequence
  /** A llama.cpp context allows one caller at once. */
  readonly contextQueue: SerialQueue
  readonly governor: ThreadGovernor
  readonly before: Before
  readonly record: SequenceRecord
  /** Call when the sequence holds the start of the prompt. */
  readonly hold: (contents: SequenceContents) => void
  /** A sequence of the draft model's context, if there is one. */
  readonly draft?: DraftSequence | undefined
  /** Called with every sampled token of the answer, except one that ends the text. */
  readonly onToken?: (token: Token) => void
}

/** The public API keeps one cell free, because a full context makes it shift. */
export const tokenLimit = ({ internals, report }: ContextInMemory): number => report.contextTokens - (internals ? 0 : 1)

/** Returns a function that updates the threads for the next token, marks a change, and returns the count. */
export function threadSetter({ governor, context, loaded, draft }: TurnPlace, log: Pick<TurnLog, 'mark'>): () => number {
  let inUse = 0
  return () => {
    const threads = governor.threadsFor(context.report.threads.chosen)
    if (threads === inUse) return threads
    if (inUse > 0) log.mark(threads < inUse ? 'threads-lowered' : 'threads-raised', threads)
    inUse = threads
    loaded.model.llama.maxThreads = threads
    context.internals?.context.setThreads(threads)
    draft?.useThreads(threads)
    return threads
  }
}
