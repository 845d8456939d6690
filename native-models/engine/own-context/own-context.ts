/** A context without the cells of conversations. It is created for the first use, and freed when it has not been used for a while. */
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { DecodeCounts } from '../../../core/contract/engine'
import { coded } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { SerialQueue } from '../../../core/streams/serial-queue'
import type { BatchScheduler } from '../batch/batch-scheduler'
import type { BareSequence } from '../compare/bare-sequence'
import { assertFits } from '../compare/task-context'
import { type ContextInMemory, createContext } from '../context/create-context'
import type { LlamaLog } from '../llama/llama-log'
import type { ModelInMemory } from '../llama/load-model'
import type { ThreadGovernor } from '../threads/thread-governor'

export interface OwnContextParts {
  readonly loaded: ModelInMemory
  readonly log: LlamaLog
  readonly cores: number
  readonly contextQueue: SerialQueue
  readonly governor: ThreadGovernor
  readonly batches: BatchScheduler | undefined
  readonly decodes: DecodeCounts
  /** Of the conversations' context. */
  readonly report: ContextReport
}

const keptMs = 60_000

export class OwnContext {
  private readonly queue = new SerialQueue()
  private readonly closing = new AbortController()
  private context: ContextInMemory | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly parts: OwnContextParts,
    private readonly use: 'answers' | 'embeddings',
    private readonly batchTokens: number,
  ) {}

  /** Runs one `work` at a time. `over` aborts with `signal`, and with `no-model-loaded` when the context of the conversations ends. */
  run<T>(signal: AbortSignal | undefined, work: (over: AbortSignal) => Promise<T>): Promise<T> {
    const over = signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal
    return this.queue.run(async () => {
      clearTimeout(this.timer)
      try {
        over.throwIfAborted()
        return await work(over)
      } finally {
        this.timer = setTimeout(() => void this.queue.run(() => this.free()), keptMs)
        this.timer.unref()
      }
    })
  }

  /**
   * Within `run`. Replaces a context that is shorter. Throws `settings-refused`, `context-larger-than-memory`, `context-failed`.
   */
  async atLeast(contextTokens: number): Promise<ContextInMemory> {
    const { loaded, log, cores, contextQueue } = this.parts
    if (this.context && this.context.report.contextTokens >= contextTokens) return this.context
    await this.free()
    // Not the types of the conversations' cache, so a result stays the same when those change. A number of threads avoids a calibration.
    const settings = { ...defaultKvSettings, batchTokens: this.batchTokens, checkpointMebibytes: 0, threads: cores }
    assertFits(loaded, settings, contextTokens)
    const request = { settings, contextTokens, predictedBytes: null }
    this.context = await contextQueue.run(() => createContext(loaded, log, cores, request, this.use))
    return this.context
  }

  /** Takes turns with the batches of conversations. */
  batch<T>(sequence: BareSequence, decode: () => Promise<T>): Promise<T> {
    const { contextQueue, governor, batches, cores, decodes } = this.parts
    return contextQueue.run(async () => {
      sequence.useThreads(governor.threadsFor(cores))
      const decoded = await decode()
      decodes.calls++
      decodes.busySequences++
      batches?.interrupted()
      return decoded
    })
  }

  async close(): Promise<void> {
    this.closing.abort(coded('no-model-loaded', {}))
    await this.queue.run(() => this.free())
    clearTimeout(this.timer)
  }

  private async free(): Promise<void> {
    const { context } = this
    this.context = undefined
    if (context) await this.parts.contextQueue.run(() => context.context.dispose())
  }
}
