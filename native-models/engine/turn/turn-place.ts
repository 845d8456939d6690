/** Where a turn runs: the model, its context, one sequence of it, and what is known of that sequence. */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { TurnLog } from '../../process/turn-log'
import type { ContextInMemory } from '../context/create-context'
import type { ModelInMemory } from '../llama/load-model'
import type { Turnstile } from '../llama/turnstile'
import type { Before } from '../reuse/turn-memory'
import type { SequenceContents } from '../sequences/sequence-contents'
import type { SequenceRecord } from '../sequences/sequence-record'
import type { DraftSequence } from '../speculation/draft-model'
import type { ThreadGovernor } from '../threads/thread-governor'

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
  /** Of the draft model's context. Absent: there is none. */
  readonly draft?: DraftSequence | undefined
  /** Every token of the answer, as it was sampled; a token that ends the text is none of them. */
  readonly onToken?: (token: Token) => void
}

/** The public API keeps one cell free, to shift the context where it could go on instead. */
export const tokenLimit = ({ internals, report }: ContextInMemory): number => report.contextTokens - (internals ? 0 : 1)

/** Sets the threads of the next token where they changed, leaves a mark, and returns how many there are. */
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
